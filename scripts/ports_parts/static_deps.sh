#!/usr/bin/env bash
# static_deps.sh x86_64|aarch64 OUT: cJSON as a static library from Debian's source package; SQLite and zlib are there as
# such already. Does nothing when it is there.
set -eu
arch=$1 out=$(realpath -m "$2") here=$(realpath "$(dirname "$0")")
[ -f "$out/done" ] && exit 0
mkdir -p "$out/lib/pkgconfig" "$out/include/cjson" "$out/source"
cd "$out/source"
. "$here/apt_source_deps.sh"
apt_source cjson
"$arch-linux-gnu-gcc" -O2 -DCJSON_HIDE_SYMBOLS -ffile-prefix-map="$out=." -c cjson-*/cJSON.c -o cjson.o
"$arch-linux-gnu-gcc-ar" rcsD "$out/lib/libcjson.a" cjson.o
cp cjson-*/cJSON.h "$out/include/cjson/"
describe libcjson "$(basename cjson-*/ | sed 's/cjson-//')" cjson /cjson
touch "$out/done"
