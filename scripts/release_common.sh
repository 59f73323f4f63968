# shellcheck shell=bash
# Sourced by the parts of release.sh: building, and archives with the same bytes each time.

# Builds of a release, one folder each; parts that need the same build share it. release.sh removes them first.
builds=build/release-builds

# configure FOLDER CMAKE ARGUMENTS ...: a build of its own, without tests and without the paths of this machine inside.
configure() {
    local folder=$1
    shift
    [ ! -f "$folder/build.ninja" ] || return 0
    cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DYOMI_TESTS=OFF \
        -DCMAKE_C_FLAGS="-ffile-prefix-map=$PWD=. ${RELEASE_FLAGS:-}" "$@" >"$folder.log" || { cat "$folder.log"; return 1; }
}

# compile FOLDER [CMAKE ARGUMENTS ...]: quiet unless something goes wrong.
compile() {
    local folder=$1
    shift
    cmake --build "$folder" -j 2 "$@" >"$folder.log" || { cat "$folder.log"; return 1; }
}

# The static program for x86-64: $builds/linux/yomi.
build_static_program() {
    mkdir -p $builds
    scripts/ports_parts/static_deps.sh x86_64 build/static-deps-x86_64
    PKG_CONFIG_PATH=$PWD/build/static-deps-x86_64/lib/pkgconfig configure $builds/linux -DYOMI_STATIC=ON
    compile $builds/linux --target yomi
}

# Program and library with the shared libraries of this distribution: $builds/shared.
build_shared() {
    mkdir -p $builds
    configure $builds/shared -DCMAKE_INSTALL_PREFIX=/usr
    compile $builds/shared "$@"
}

# fresh_folder FOLDER: empty.
fresh_folder() {
    rm -rf "$1"
    mkdir -p "$1"
}

# What goes beside every program.
copy_documents() {
    cp README.md LICENSE CHANGELOG.md "$1/"
    cp docs/INSTALL.md "$1/"
}

# pack_tar FOLDER ARCHIVE: the folder, under its own name.
pack_tar() {
    tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C "$(dirname "$1")" -cf - \
        "$(basename "$1")" | gzip -9n >"$2"
}
