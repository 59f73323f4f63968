#!/bin/sh
# Compares the legal moves of random positions with two rules libraries of the npm registry, installed into a temporary
# folder: check_shogi_rules.sh TEST_SHOGI_MOVES [POSITIONS] [SEED]. Needs node and the network; not part of the tests.
set -eu
program=$1 positions=${2:-100000} seed=${3:-5}
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$here/check_shogi_rules.mjs" "$folder/"
(cd "$folder" && npm install --silent --no-audit --no-fund shogiops@0.18.0 ffish-es6@0.7.10 > /dev/null)
"$program" list "$positions" "$seed" > "$folder/positions"
node "$folder/check_shogi_rules.mjs" < "$folder/positions"
