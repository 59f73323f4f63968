#!/bin/sh
# try_install.sh BUILD_FOLDER SOURCE_FOLDER: installs into a folder of its own, builds the example against what was installed
# and nothing else, and runs it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$1" --prefix "$folder/yomi" >/dev/null
PKG_CONFIG_PATH=$(dirname "$(find "$folder/yomi" -name yomi.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046  # the flags are meant to be split
cc "$2/examples/best_move.c" $(pkg-config --cflags --libs --static yomi) -o "$folder/best_move"
"$folder/best_move" othello 50
"$folder/yomi/bin/yomi" --version
