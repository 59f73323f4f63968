#!/bin/sh
# A match over the Gomocup protocol: gomocup.sh YOMI PYTHON BRAIN. The brain loses every game, all of them honestly.
set -eu
book=$(mktemp)
trap 'rm -f "$book"' EXIT
printf '0,0, 1,0, 1,3\nstartpos\n' >"$book"
out=$("$1" match gomoku --option Rule=freestyle --engine "name=brain proto=gomocup cmd='$2 $3' movetime=20000" \
    --engine "name=inner proto=internal nodes=3000 option.Hash=4" --games 4 --openings "$book" --fail-on-fault)
printf '%s\n' "$out" | grep -q '^inner  *4  *4  *0  *0 ' || { printf '%s\n' "$out"; exit 1; }
