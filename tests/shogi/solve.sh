#!/bin/sh
# yomi solve shogi: verdicts, comparison with the file, errors that name the line. $1: the program.
set -u
yomi=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
fail() {
    echo "$1" >&2
    cat "$folder/out" >&2
    exit 1
}

cat > "$folder/right.txt" <<'END'
# a mate in one, one in three with its solution, one in three in a table, no mate
4k4/9/4P4/9/9/9/9/9/4K4 b G 1
ln1s+R3l/1ks+NS2p1/pppp1+B3/2n1p1P1p/P1P5P/5K3/4SP3/2G4P1/L+lG4+r1 b B2GN5P 165 moves B*7a 8b9b G*8b
problem	3	sfen l3p1Gn1/1r2k3l/pN+B6/2p2S3/3P1p3/P1P5p/1P1sgPP2/1G7/LNK4NL b BG2S4Pr3p 119

4k4/9/9/9/9/9/9/9/4K4 b G 1
END
"$yomi" solve shogi "$folder/right.txt" --hash 8 > "$folder/out" 2>&1 || fail "right verdicts must succeed"
grep -q '^   1  mate in 1 .*  G\*5b$' "$folder/out" || fail "the mate in one is missing"
grep -q '^   2  mate in 3 .*  right  ' "$folder/out" || fail "the solution was not compared"
grep -q '^   3  mate in 3 ' "$folder/out" || fail "the table was not read"
grep -q '^   4  no mate ' "$folder/out" || fail "no mate was not proven"
grep -q '^won 3$' "$folder/out" && grep -q '^wrong 0$' "$folder/out" || fail "the sums are wrong"

echo "4k4/9/9/9/9/9/9/9/4K4 b G 1 moves G*5b" > "$folder/wrong.txt"
"$yomi" solve shogi "$folder/wrong.txt" --hash 8 > "$folder/out" 2>&1 && fail "a contradicted solution must be an error"
grep -q 'no mate .*WRONG' "$folder/out" || fail "the contradiction is not named"

"$yomi" solve shogi "$folder/right.txt" --hash 8 --any > "$folder/out" 2>&1 || fail "any mate must do"
grep -q '^won 3$' "$folder/out" || fail "with --any a mate is missing"

printf '4k4/9/9/9/9/9/9/9/4K4 b G 1\n9/9/9 b - 1\n' > "$folder/bad.txt"
"$yomi" solve shogi "$folder/bad.txt" --hash 8 > "$folder/out" 2>&1 && fail "a bad position must be an error"
grep -q 'bad.txt:2: ' "$folder/out" || fail "the bad line is not named"
exit 0
