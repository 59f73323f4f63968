#!/bin/sh
# npm.sh VERSION OUT: the npm package yomi-wasm as OUT/yomi-wasm-VERSION.tgz, the same bytes each time. The modules are
# built by scripts/wasm.sh; without emscripten there is none (77).
set -eu
cd "$(dirname "$0")/../.."
version=$1 out=$2
command -v emcc >/dev/null || { echo "npm: emscripten is not installed (scripts/wasm.sh installs it)"; exit 77; }
VERSION=$version scripts/wasm.sh --no-tests >/dev/null
mkdir -p "$out"
tar --sort=name --mtime="@${SOURCE_DATE_EPOCH:-0}" --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r,go-w \
    --transform 's,^\./,package/,' -cf - -C build/npm $(cd build/npm && find . -type f | LC_ALL=C sort) |
    gzip -9n >"$out/yomi-wasm-$version.tgz"
echo "$out/yomi-wasm-$version.tgz"
