#!/usr/bin/env bash
# windows_deps.sh OUT: cJSON, SQLite and cmocka for Windows from Debian's source packages, zlib from Debian's mingw
# package, as static libraries with their pkg-config files in OUT. Does nothing when they are there.
set -eu
out=$(realpath -m "$1") here=$(realpath "$(dirname "$0")")
[ -f "$out/done" ] && exit 0
cc=x86_64-w64-mingw32-gcc-win32 ar=x86_64-w64-mingw32-ar
mkdir -p "$out/lib/pkgconfig" "$out/include/cjson" "$out/source"
cd "$out/source"

. "$here/apt_source_deps.sh"
apt_source cjson sqlite3 cmocka

build() { # NAME FLAGS SOURCE: one object, one library
    $cc -O2 $2 -ffile-prefix-map="$out=." -c "$3" -o "$1.o"
    rm -f "$out/lib/lib$1.a"
    $ar rcsD "$out/lib/lib$1.a" "$1.o"
}
build cjson "-DCJSON_HIDE_SYMBOLS" cjson-*/cJSON.c
cp cjson-*/cJSON.h "$out/include/cjson/"
describe libcjson "$(basename cjson-*/ | sed 's/cjson-//')" cjson /cjson

# The package has SQLite in parts; its own script puts them together.
(cd sqlite3-*/ && mkdir -p host && cd host && ../configure --disable-tcl --disable-readline >/dev/null && make -s sqlite3.c >/dev/null)
build sqlite3 "-DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_LOAD_EXTENSION" sqlite3-*/host/sqlite3.c
cp sqlite3-*/host/sqlite3.h "$out/include/"
describe sqlite3 "$(basename sqlite3-*/ | sed 's/sqlite3-//')" sqlite3 ""

build cmocka "-DHAVE_MALLOC_H -DHAVE_INTTYPES_H -DHAVE_STDINT_H -DHAVE_STDLIB_H -DHAVE_STRING_H -DHAVE_STDIO_H -DHAVE_SIGNAL_H -DHAVE_TIME_H -DHAVE__SNPRINTF_S=0 -DHAVE_SNPRINTF -DHAVE_VSNPRINTF -Icmocka-$(echo cmocka-*/ | sed 's/cmocka-//;s,/,,')/include -w" cmocka-*/src/cmocka.c
cp cmocka-*/include/cmocka.h cmocka-*/include/cmocka_pbc.h "$out/include/" 2>/dev/null || cp cmocka-*/include/cmocka.h "$out/include/"

cp /usr/x86_64-w64-mingw32/lib/libz.a "$out/lib/"
cp /usr/x86_64-w64-mingw32/include/zlib.h /usr/x86_64-w64-mingw32/include/zconf.h "$out/include/"
describe zlib "$(sed -n 's/#define ZLIB_VERSION "\(.*\)"/\1/p' "$out/include/zlib.h")" z ""
touch "$out/done"
