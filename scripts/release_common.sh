# shellcheck shell=bash
# Sourced by the parts of release.sh: building, and archives with the same bytes each time.

# configure FOLDER CMAKE ARGUMENTS ...: a build of its own, without tests and without the paths of this machine inside.
configure() {
    local folder=$1
    shift
    # Anew each time of a second release: what is compared has to be made twice.
    [ "${RELEASE_KEEP:-no}" = yes ] || rm -rf "$folder"
    cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DYOMI_TESTS=OFF \
        -DCMAKE_C_FLAGS="-ffile-prefix-map=$PWD=. ${RELEASE_FLAGS:-}" "$@" >/dev/null
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
