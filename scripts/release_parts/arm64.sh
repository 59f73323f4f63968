#!/usr/bin/env bash
# arm64.sh VERSION OUT: a static program for Linux on ARM64.
set -eu
version=$1 out=$(realpath "$2")
. scripts/release_common.sh
command -v aarch64-linux-gnu-gcc >/dev/null || { echo "skipped: aarch64-linux-gnu-gcc is not installed (scripts/ports.sh arm64)"; exit 77; }
scripts/ports_parts/static_deps.sh aarch64 build/static-deps-aarch64
mkdir -p $builds
configure $builds/arm64 -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/aarch64-linux-gnu.cmake" -DYOMI_STATIC=ON \
    -DYOMI_PKG_CONFIG="$PWD/build/static-deps-aarch64/lib/pkgconfig"
compile $builds/arm64 --target yomi
folder=$builds/yomi-$version-linux-aarch64
fresh_folder "$folder"
cp $builds/arm64/yomi "$folder/"
aarch64-linux-gnu-strip "$folder/yomi"
for name in yomi-usi yomi-nboard yomi-gtp pbrain-yomi; do ln -sf yomi "$folder/$name"; done
copy_documents "$folder"
pack_tar "$folder" "$out/yomi-$version-linux-aarch64.tar.gz"
