#!/usr/bin/env bash
# release.sh VERSION [PART ...]: makes what is published, in build/release-VERSION/: static Linux programs for x86-64 and
# ARM64, a Debian package, zip and MSI for Windows, and what the other files of scripts/release_parts/ make; then
# SHA256SUMS. The same sources give the same bytes again: --twice makes all of it two times and compares.
# With parts named, only those are made anew; what else is in the folder stays.
#
# A part is called with VERSION and the folder for its files; one that cannot run here says why and returns 77, and the
# release says so, too.
set -eu
cd "$(dirname "$0")/.."
usage() { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
twice=no
[ "${1:-}" = --twice ] && { twice=yes; shift; }
[ $# -ge 1 ] || usage
version=$1
shift
is=$(sed -n 's/^project(yomi VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ "$version" = "$is" ] || { echo "the sources are of version $is, not $version; CMakeLists.txt and CHANGELOG.md say which" >&2; exit 1; }
[ -z "$(git status --porcelain 2>/dev/null)" ] || echo "note: some sources are not committed"

# All times in what is made are that of the last commit.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C
umask 022
out=build/release-$version
[ $# -gt 0 ] || { set -- $(cd scripts/release_parts && ls *.sh | sed 's/\.sh$//'); rm -rf "$out"; }

# make_all FOLDER PARTS ...: from the first compiled file on, except the libraries of others (build/*-deps*).
make_all() {
    local out=$1 part code
    shift
    rm -rf build/release-builds build/wasm/src build/wasm/CMake* build/module build/npm
    mkdir -p "$out"
    for part in "$@"; do
        echo "== $part"
        code=0
        bash "scripts/release_parts/$part.sh" "$version" "$out" || code=$?
        case $code in
        0) ;;
        77) skipped="$skipped $part" ;;
        *) echo "== $part failed" >&2; return 1 ;;
        esac
    done
    cp CHANGELOG.md "$out/"
    rm -f "$out/SHA256SUMS"
    (cd "$out" && sha256sum -- * >../sums && mv ../sums SHA256SUMS)
}

skipped=
make_all "$out" "$@"
if [ $twice = yes ]; then
    rm -rf "$out-first"
    cp -r "$out" "$out-first"
    skipped=
    make_all "$out" "$@"
    diff -r "$out-first" "$out" || { echo "two releases of the same sources differ" >&2; exit 1; }
    rm -r "$out-first"
    echo "made twice, byte for byte the same"
fi
cat "$out/SHA256SUMS"
[ -z "$skipped" ] || echo "not made here:$skipped"
