#!/bin/sh
# A session with `yomi play`: play.sh PROGRAM FOLDER
set -eu
game=$2/played.txt
case $1 in *.exe) ascii=--ascii ;; *) ascii= ;; esac # Windows has no locale without figures
out=$(printf '3\nhint\nxyz\nlevel 99\nundo\nside both\n3\n3\nsave %s\nundo\nboard\nquit\n' "$game" |
    LC_ALL=C "$1" play toy --level 1 $ascii)
want() { printf '%s\n' "$out" | grep -q -- "$1" || { printf 'no "%s" in:\n%s\n' "$1" "$out"; exit 1; }; }
want 'Yomi plays [1-5]'
want 'hint: [1-5]'
want '^  found by search, [0-9]* nodes in [0-9]*\.[0-9]* s$'
want "'xyz' is neither a legal move nor a command"
want 'a level is a number from 1 to 12'
want '^ 1 \. \. X \. \.$'
[ "$(cat "$game")" = 'startpos moves 3 3' ]
out=$(echo quit | LC_ALL=C.UTF-8 "$1" play toy --load "$game" --side both)
want '^ 2 \. \. ○ \. \.$'
want '^● 1   ○ 1$'
out=$("$1" play chess 2>&1 </dev/null) && exit 1
want "^yomi play: no game 'chess'"
# Where pieces differ, a move may be written as books do. The toy has none; the program with shogi is the third argument.
[ $# -lt 3 ] && exit 0
out=$(printf '７六歩\nP-3d\nBx2b+\n同銀\nB*4e\nx\nquit\n' | LC_ALL=C.UTF-8 "$3" play shogi --side both)
want 'type a move, such as'
want '^first holds nothing   second holds v角$'
want "'x' is neither a legal move nor a command"
