#!/usr/bin/env bash
# wheel.sh VERSION OUT: the Python wheel for Linux, of the library of the Debian package, the same bytes each time.
set -eu
version=$1 out=$2
. scripts/release_common.sh
build_shared --target yomi_shared
strip --strip-unneeded -o $builds/libyomi.so $builds/shared/libyomi.so
python3 python/wheel_builder.py "$out" --library $builds/libyomi.so --version "$version"
