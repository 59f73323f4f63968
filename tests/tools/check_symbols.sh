#!/bin/sh
# check_symbols.sh LIBRARY_FOLDER: of libyomi.a and libyomi.so only yomi_* can be seen, all functions of yomi.h are there,
# and those of the shared library have the version of the interface.
set -eu
cd "$1"
header=$2
wanted=$(sed -n 's/^[a-z].*[ *]\(yomi_[a-z_]*\)(.*/\1/p' "$header" | sort -u)
[ "$(echo "$wanted" | wc -l)" -gt 30 ] || { echo "the functions of $header were not found"; exit 1; }
version=$(sed -n 's/^#define YOMI_API_VERSION //p' "$header")
static=$(nm -g --defined-only libyomi.a | awk 'NF == 3 { print $3 }' | sort -u)
shared=$(nm -D --defined-only libyomi.so | awk '$2 != "A" { print $3 }' | sort -u)
[ "$static" = "$wanted" ] || { echo "libyomi.a shows other symbols than yomi.h:"; echo "$static" | grep -vxF "$wanted" | head; exit 1; }
[ "$(echo "$shared" | sed 's/@.*//')" = "$wanted" ] || { echo "libyomi.so shows other symbols than yomi.h"; exit 1; }
echo "$shared" | grep -v "@@YOMI_$version\$" && { echo "a symbol without the version of the interface"; exit 1; }
readelf -d libyomi.so | grep -q "SONAME.*libyomi.so.$version\]" || { echo "the soname is not libyomi.so.$version"; exit 1; }
echo "only the $(echo "$wanted" | wc -l) functions of yomi.h can be seen"
