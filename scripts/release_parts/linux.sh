#!/usr/bin/env bash
# linux.sh VERSION OUT: a static program for Linux on x86-64 as a tarball, and the Debian package.
set -eu
version=$1 out=$(realpath "$2")
. scripts/release_common.sh
build_static_program
folder=$builds/yomi-$version-linux-x86_64
fresh_folder "$folder"
cp $builds/linux/yomi "$folder/"
strip "$folder/yomi"
for name in yomi-usi yomi-nboard yomi-gtp pbrain-yomi; do ln -sf yomi "$folder/$name"; done
copy_documents "$folder"
pack_tar "$folder" "$out/yomi-$version-linux-x86_64.tar.gz"

# The package is of the distribution that it is made on, with its libraries.
build_shared
(cd $builds/shared && cpack -G DEB >cpack.log) || { cat $builds/shared/cpack.log; exit 1; }
cp $builds/shared/*.deb "$out/"
