#!/usr/bin/env bash
# linux.sh VERSION OUT: a static program for Linux on x86-64 as a tarball, and the Debian package.
set -eu
version=$1 out=$(realpath "$2")
. scripts/release_common.sh
scripts/ports_parts/static_deps.sh x86_64 build/static-deps-x86_64
build=build/release-linux

PKG_CONFIG_PATH=$PWD/build/static-deps-x86_64/lib/pkgconfig configure $build -DYOMI_STATIC=ON
cmake --build $build -j 2 --target yomi >/dev/null
folder=$build/yomi-$version-linux-x86_64
mkdir -p "$folder"
cp $build/yomi "$folder/"
strip "$folder/yomi"
for name in yomi-usi yomi-nboard yomi-gtp pbrain-yomi; do ln -sf yomi "$folder/$name"; done
copy_documents "$folder"
pack_tar "$folder" "$out/yomi-$version-linux-x86_64.tar.gz"

# The package is of the distribution that it is made on, with its libraries.
configure $build-deb -DCMAKE_INSTALL_PREFIX=/usr
cmake --build $build-deb -j 2 >/dev/null
(cd $build-deb && cpack -G DEB >/dev/null)
cp $build-deb/*.deb "$out/"
