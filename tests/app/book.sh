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

printf 'f5d6c3d3c4\n' >"$dir/one.txt"
"$yomi" book othello "$dir/g.book" "$dir/one.txt" --grow 5 2>"$dir/err" && fail "growth without a depth"
grep -q -- "--grow needs --depth" "$dir/err" || fail "growth without a depth is not named"
[ ! -e "$dir/g.book" ] || fail "a refused command wrote a book"
[ "$("$yomi" book othello "$dir/g.book" "$dir/one.txt" --depth 2 --grow 7 | xargs)" = "positions 12 new 7" ] || fail "growth"
"$yomi" book othello "$dir/none/g.book" "$dir/one.txt" --depth 30 2>"$dir/err" && fail "a folder that is not there"
grep -q "none/g.book" "$dir/err" || fail "the file that cannot be written is not named"
cp "$dir/g.book" "$dir/h.book"
cp "$dir/g.book" "$dir/1.book"
cp "$dir/g.book" "$dir/2.book"
"$yomi" book othello "$dir/1.book" --depth 2 --grow 5 >/dev/null
"$yomi" book othello "$dir/2.book" --depth 2 --grow 2 >/dev/null
"$yomi" book othello "$dir/2.book" --depth 2 --grow 3 >/dev/null
cmp "$dir/1.book" "$dir/2.book" || fail "growth in two steps differs"
[ "$("$yomi" book othello "$dir/g.book" | xargs)" = "positions 12" ] || fail "what nobody played was thrown away"
[ "$("$yomi" book othello "$dir/g.book" --depth 2 --grow 5 --plies 2 --tolerance 6400 2>"$dir/err" | xargs)" = "positions 13 new 1" ] ||
    fail "growth past its limit"
grep -q "no more positions within 2 moves" "$dir/err" || fail "the limit is not told"
[ "$("$yomi" book othello "$dir/g.book" --depth 20 --time 1 2>"$dir/err")" = "positions 13" ] || fail "time"
grep -q "the time is up" "$dir/err" || fail "the end of the time is not told"
for wait in 0.3 1 3 10; do # a signal may come before the work has begun
    "$yomi" book othello "$dir/h.book" --depth 9 --plies 60 --tolerance 6400 --grow 1000000 >"$dir/out" 2>"$dir/err" &
    pid=$!
    sleep $wait
    kill "$pid"
    wait "$pid" && fail "work without end has ended"
    grep -q "stopped; what is done is saved" "$dir/err" && break
done
grep -q "^new [0-9]" "$dir/out" || fail "a signal lost the work"
new=$(sed -n 's/^new //p' "$dir/out")
[ "$("$yomi" book othello "$dir/h.book")" = "positions $((12 + new))" ] || fail "the book is not what was told"

printf 'startpos moves 7g7f 3c3d 2g2f\nstartpos moves 7g7f 8c8d\n' >"$dir/games.usi"
"$yomi" book shogi "$dir/s.db" "$dir/games.usi" >/dev/null
grep -q '^7g7f' "$dir/s.db" || fail "shogi: the move of both games"
grep -q '^8c8d' "$dir/s.db" && fail "shogi: a move of one game"
"$yomi" book gomoku "$dir/g" "$dir/games.txt" 2>/dev/null && fail "a game without books"
exit 0
