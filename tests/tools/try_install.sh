#!/bin/sh
# try_install.sh BUILD_FOLDER SOURCE_FOLDER: installs into a folder of its own, and builds programs against what was installed
# and nothing else: shared and static, as strict C99 and as C++, with what pkg-config says as it stands. Then runs them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$1" --prefix "$folder/yomi" >/dev/null
pc=$(find "$folder/yomi" -name yomi.pc)
lib=$(dirname "$(find "$folder/yomi" -name libyomi.a)")
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags --libs yomi)
strict="-Wall -Wextra -pedantic -Werror"
try() { # NAME LIBRARY_PATH
    LD_LIBRARY_PATH=$2 "$folder/$1" othello 50 >"$folder/$1.out" || { echo "$1 failed"; cat "$folder/$1.out"; exit 1; }
    grep -q "best move [a-h][1-8], chosen by" "$folder/$1.out" || { echo "$1 says:"; cat "$folder/$1.out"; exit 1; }
    echo "ok   $1"
}
# shellcheck disable=SC2086  # the flags are meant to be split
{
    cc $strict -std=c99 "$2/examples/best_move.c" $flags -o "$folder/shared_c99"
    if command -v c++ >/dev/null; then cpp=shared_cpp; else cpp=; echo "SKIPPED: C++, for there is no c++"; fi
    [ -z "$cpp" ] || c++ $strict -std=c++11 -x c++ "$2/tests/engine/consumer.c" -x none $flags -o "$folder/shared_cpp"
    cc $strict -std=c99 "$2/tests/engine/consumer.c" $flags -o "$folder/shared_consumer"
    cc -static "$2/examples/best_move.c" $(pkg-config --cflags --libs --static yomi) -o "$folder/static_c"
}
readelf -d "$folder/shared_c99" | grep -q "NEEDED.*libyomi.so" || { echo "the shared library was not taken"; exit 1; }
for name in shared_c99 $cpp shared_consumer; do try $name "$lib"; done
try static_c ""
rm "$lib"/libyomi.so*
# shellcheck disable=SC2086
cc "$2/examples/best_move.c" $flags -o "$folder/static_as_it_stands"
try static_as_it_stands ""
sh "$(dirname "$0")/check_symbols.sh" "$1" "$folder/yomi/include/yomi.h"
"$folder/yomi/bin/yomi" --version
