#!/usr/bin/env bash
# windows.sh VERSION OUT: zip, MSI and Python wheel for Windows on x86-64. Under each name the program speaks that protocol at once.
set -eu
version=$1 out=$(realpath "$2")
. scripts/release_common.sh
for tool in x86_64-w64-mingw32-gcc-win32 wixl python3; do
    command -v $tool >/dev/null || { echo "skipped: $tool is not installed (scripts/ports.sh windows; wixl)"; exit 77; }
done
scripts/ports_parts/windows_deps.sh build/windows-deps
mkdir -p $builds
build=$builds/windows
# No time of the build in the program, and random numbers of the linker neither.
RELEASE_FLAGS=-Wa,-muse-unaligned-vector-move configure $build -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/x86_64-w64-mingw32.cmake" \
    -DCMAKE_EXE_LINKER_FLAGS="-static -Wl,--no-insert-timestamp" -DCMAKE_SHARED_LINKER_FLAGS="-static -Wl,--no-insert-timestamp"
compile $build --target yomi yomi_shared
name=yomi-$version-windows-x86_64 folder=$build/yomi-$version-windows-x86_64
fresh_folder "$folder"
cp $build/yomi.exe "$folder/"
x86_64-w64-mingw32-strip "$folder/yomi.exe"
for engine in yomi-usi yomi-nboard yomi-gtp pbrain-yomi; do cp "$folder/yomi.exe" "$folder/$engine.exe"; done
copy_documents "$folder"
python3 scripts/release_parts/pack_zip.py "$folder" "$out/$name.zip"
find "$folder" -type f -exec touch -d "@$SOURCE_DATE_EPOCH" {} + # the installer's cabinet has the times of the files
python3 scripts/release_parts/write_wxs.py "$version" "$folder" >$build/yomi.wxs
(cd $build && wixl -a x64 -o "$out/$name.msi" yomi.wxs)
python3 scripts/release_parts/settle_msi.py "$out/$name.msi" "$(python3 -c "import sys, uuid; print(uuid.uuid5(uuid.UUID('8d1f0c52-6a53-5b0e-9d0f-3a4be2f7c1d6'), 'package ' + sys.argv[1]))" "$version")"
x86_64-w64-mingw32-strip --strip-unneeded -o $builds/yomi.dll $build/yomi.dll
python3 python/wheel_builder.py "$out" --library $builds/yomi.dll --version "$version"
