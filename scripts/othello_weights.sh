#!/bin/bash
# othello_weights.sh YOMI WTHOR OUT [JOBS]: makes the weights of Othello's evaluation from nothing, about an hour of one core.
#
# YOMI is the program, WTHOR the folder of the tournament games (WTH_YYYY.wtb), OUT a folder for all that is made. Years
# that end in 0 or 5 are left out, to measure the weights on. What is finished is kept: started again, the script goes on.
# The weights are the last line's; the same program makes the same bytes. GAMES is how many games each round of self-play has.
set -euo pipefail
[ $# -ge 3 ] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
yomi=$(realpath "$1") wthor=$(realpath "$2") jobs=${4:-1} games=${GAMES:-20000}
[ -x "$yomi" ] || { echo "$1 is no program" >&2; exit 1; }
ls "$wthor"/WTH_????.wtb >/dev/null || { echo "no games in $2" >&2; exit 1; }
mkdir -p "$3"
cd "$3"

years() {
    local file year
    for file in "$wthor"/WTH_????.wtb; do
        year=$(basename "$file" .wtb)
        year=${year#WTH_}
        case $year in *[05]) ;; *) echo "$year" ;; esac
    done
}

# once OUT OPTIONS...: datagen, unless OUT is there
once() {
    [ -f "$1" ] && return
    echo "$1"
    rm -f "$1.part"
    "$yomi" datagen othello "$1.part" "${@:2}" >/dev/null
    mv "$1.part" "$1"
}

# each NAME SOURCE OPTIONS...: datagen for every year, joined as NAME.dat
each() {
    local name=$1 source=$2 year
    [ -f "$name.dat" ] && return
    export -f once
    export yomi wthor
    # shellcheck disable=SC2016 # expanded by the inner shell
    years | xargs -P "$jobs" -I{} bash -euo pipefail -c 'once "$2-$1.dat" "$3" "$wthor/WTH_$1.wtb" --seed "$1" "${@:4}"' \
        _ {} "$name" "$source" "${@:3}"
    for year in $(years); do cat "$name-$year.dat"; done >"$name.part"
    mv "$name.part" "$name.dat"
    for year in $(years); do rm "$name-$year.dat"; done
}

# fit OUT DATA...: train with `options`, unless OUT is there
fit() {
    [ -f "$1" ] && return
    echo "$1 from ${*:2}"
    cat "${@:2}" >all.part
    "$yomi" train othello --out "$1.part" --data all.part "${options[@]}"
    rm all.part
    mv "$1.part" "$1"
}

options=()
once random.dat --seed 100 --games "$games" --depth 0 --random-min 6 --random-max 30 --stray 5 --weights none
fit 0.weights random.dat
once shallow.dat --seed 200 --games "$games" --depth 4 --random-min 6 --random-max 22 --stray 2 --weights 0.weights
fit 1.weights random.dat shallow.dat
once deeper.dat --seed 300 --games "$games" --depth 6 --random-min 6 --random-max 18 --weights 1.weights
fit 2.weights shallow.dat deeper.dat
each games --wthor --weights 2.weights
fit 3.weights shallow.dat deeper.dat games.dat
each searched --label-wthor --empties-min 15 --empties-max 50 --one-in 3 --stray 50 --depth 8 --weights 3.weights
once labelled.dat --seed 400 --label deeper.dat --one-in 2 --depth 8 --weights 3.weights
options=(--ridge 20 --beside-pct 60 --outcome-pct 100)
fit 4.weights games.dat searched.dat labelled.dat
