#!/usr/bin/env bash
# npm.sh VERSION OUT: the npm package yomi-wasm as OUT/yomi-wasm-VERSION.tgz, the same bytes each time. The modules are
# built by scripts/wasm.sh.
set -eu
version=$1 out=$(realpath "$2")
command -v emcc >/dev/null || { echo "skipped: emscripten is not installed (scripts/wasm.sh installs it)"; exit 77; }
. scripts/release_common.sh
mkdir -p $builds
VERSION=$version scripts/wasm.sh --no-tests >$builds/wasm.log || { cat $builds/wasm.log; exit 1; }
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r,go-w \
    --transform 's,^\./,package/,' -cf - -C build/npm $(cd build/npm && find . -type f | LC_ALL=C sort) |
    gzip -9n >"$out/yomi-wasm-$version.tgz"
