#!/bin/sh
# Books from games on the command line: book.sh YOMI
set -eu
yomi=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "book: $1" >&2; exit 1; }

printf 'f5d6c3d3c4\nf5d6c4\n' >"$dir/games.txt"
[ "$("$yomi" book othello "$dir/o.book" "$dir/games.txt")" = "positions 6" ] || fail "Othello: two games"
[ "$("$yomi" book othello "$dir/o.book" --least 2 --depth 2)" = "positions 2" ] || fail "Othello: what both games share"
printf 'f5d6a1\n' >"$dir/bad.txt"
"$yomi" book othello "$dir/o.book" "$dir/bad.txt" 2>"$dir/err" && fail "an illegal move was taken"
grep -q "game 1: move 3, 'a1'" "$dir/err" || fail "the illegal move is not named"
[ "$("$yomi" book othello "$dir/o.book")" = "positions 2" ] || fail "the book changed"

printf 'startpos moves 7g7f 3c3d 2g2f\nstartpos moves 7g7f 8c8d\n' >"$dir/games.usi"
"$yomi" book shogi "$dir/s.db" "$dir/games.usi" >/dev/null
grep -q '^7g7f' "$dir/s.db" || fail "shogi: the move of both games"
grep -q '^8c8d' "$dir/s.db" && fail "shogi: a move of one game"
"$yomi" book gomoku "$dir/g" "$dir/games.txt" 2>/dev/null && fail "a game without books"
exit 0
