#!/usr/bin/env bash
# site.sh VERSION OUT: what `yomi site` writes, as OUT/yomi-site-VERSION.zip, the same bytes each time.
set -eu
version=$1 out=$(realpath "$2")
. scripts/release_common.sh
command -v emcc >/dev/null || { echo "skipped: emscripten is not installed (scripts/wasm.sh installs it)"; exit 77; }
mkdir -p $builds
scripts/wasm.sh --no-tests >$builds/wasm.log || { cat $builds/wasm.log; exit 1; }
build_static_program
folder=$builds/yomi-site-$version
rm -rf "$folder"
$builds/linux/yomi site "$folder" --module build/module >/dev/null
python3 scripts/release_parts/pack_zip.py "$folder" "$out/yomi-site-$version.zip"
