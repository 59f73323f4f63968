#!/usr/bin/env bash
# Fuzzes every target for a while: run.sh [SECONDS each, 60] [FOLDER for what is found, build/fuzz/corpus].
# With RUNS=N it makes at most N inputs, the same ones each time.
# Needs clang with its run-time libraries (Debian: clang libclang-rt-14-dev). All targets are run; ends with an error when one has found something.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
found=${2:-build/fuzz/corpus}
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target fuzzers
status=0
for target in build/fuzz/tests/fuzz/fuzz_*; do
    [ -x "$target" ] && [ -f "$target" ] || continue
    name=${target##*/fuzz_}
    mkdir -p "$found/$name"
    echo "== $name"
    "$target" -max_total_time="$seconds" ${RUNS:+-runs=$RUNS -seed=1} -timeout=120 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$found/$name-" "$found/$name" "tests/fuzz/seeds/$name" 2>&1 | tail -n 12
    [ "${PIPESTATUS[0]}" -eq 0 ] || status=1
done
exit $status
