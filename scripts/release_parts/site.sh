#!/bin/sh
# site.sh VERSION OUT: what `yomi site` writes, as OUT/yomi-site-VERSION.zip, the same bytes each time.
set -eu
cd "$(dirname "$0")/../.."
version=$1 out=$2
command -v emcc >/dev/null || { echo "site: emscripten is not installed (scripts/ports_parts/wasm.sh installs it)"; exit 77; }
[ -d build/module ] || scripts/ports_parts/wasm.sh --no-tests >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
build/release/yomi site "$folder/yomi-site" --module build/module >/dev/null
mkdir -p "$out"
python3 scripts/release_parts/zip_folder.py "$folder/yomi-site" "$out/yomi-site-$version.zip"
