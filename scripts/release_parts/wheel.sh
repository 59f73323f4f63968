#!/usr/bin/env bash
# wheel.sh VERSION OUT: the Python wheel for Linux, of the library of the release build, the same bytes each time. With
# a library for Windows in build/windows another one for it.
set -eu
cd "$(dirname "$0")/../.."
version=$1 out=$2
. scripts/setup.sh
build release --target yomi_shared
python3 python/wheel_builder.py "$out" --library build/release/libyomi.so --version "$version"
for library in build/windows/libyomi.dll build/windows/yomi.dll; do
    [ -e "$library" ] || continue
    python3 python/wheel_builder.py "$out" --library "$library" --version "$version"
    break
done
