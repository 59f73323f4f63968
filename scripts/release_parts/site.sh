#!/usr/bin/env bash
# site.sh VERSION OUT: what `yomi site` writes, as OUT/yomi-site-VERSION.zip, the same bytes each time.
set -eu
cd "$(dirname "$0")/../.."
. scripts/setup.sh
version=$1 out=$2
command -v emcc >/dev/null || { echo "site: emscripten is not installed (scripts/wasm.sh installs it)"; exit 77; }
[ -d build/module ] || scripts/wasm.sh --no-tests >/dev/null
build release --target yomi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
build/release/yomi site "$folder/yomi-site" --module build/module >/dev/null
mkdir -p "$out"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-315532800} python3 scripts/release_parts/pack_zip.py "$folder/yomi-site" "$out/yomi-site-$version.zip"
