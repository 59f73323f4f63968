# shellcheck shell=bash
# Sourced by test.sh: the stages of a full check. Each is a function that returns 0 (good), 1 (failed) or 77 (cannot be
# run here; it leaves the reason with `because`).

ran=() failed=() skipped=() closing=()

# because REASON: the way out of a stage that cannot be run.
because() {
    reason=$*
    return 77
}

skip() {
    skipped+=("$1 ($2)")
}

# stage NAME COMMAND ...: runs it, says how long it took, remembers how it ended.
stage() {
    local name=$1 begun=$SECONDS code=0
    shift
    echo "== $name"
    "$@" || code=$?
    case $code in
    0) ran+=("$name") ;;
    77) skip "$name" "$reason" ;;
    *) failed+=("$name") ;;
    esac
    echo "== $name ended with $code after $((SECONDS - begun)) s"
}

sources() {
    git ls-files 'src/*.[ch]' 'src/*.inc' 'include/*.h' 'tests/*.[ch]' 'examples/*.c' 2>/dev/null ||
        find src include tests examples -name '*.[ch]' -o -name '*.inc'
}

# Other versions break lines in other places.
check_format() {
    clang-format --version 2>/dev/null | grep -q 'version 14\.' || { because "clang-format 14 is not installed"; return; }
    sources | xargs clang-format --dry-run --Werror
}

# What the release build compiles (other systems have files of their own), with its commands; -n 8 so that both processors
# have work to the end.
check_tidy() {
    command -v clang-tidy >/dev/null || { because "clang-tidy is not installed"; return; }
    python3 -c 'import json; print(*(f["file"] for f in json.load(open("build/release/compile_commands.json"))), sep="\n")' |
        grep "^$PWD/src/" | sort -u | xargs -P 2 -n 8 clang-tidy -p build/release --quiet --warnings-as-errors='*' 2>/dev/null
}

# build_preset PRESET: all of it, but under the thread sanitizer only what has threads.
build_preset() {
    case $1 in
    tsan) build tsan --target threaded ;;
    *) build "$1" ;;
    esac
}

# test_preset PRESET [CTEST ARGUMENTS ...]: builds and runs two tests at a time, except those that are RUN_SERIAL.
test_preset() {
    local preset=$1 log=build/$1.log code name why
    shift
    if [ "$preset" = clang ] && ! command -v clang >/dev/null; then because "clang is not installed"; return; fi
    build_preset "$preset" || return 1
    ctest --preset "$preset" --no-tests=error -j 2 --output-junit junit.xml "$@" | tee "$log"
    code=${PIPESTATUS[0]}
    closing+=("$preset: $(grep 'tests passed' "$log" || echo 'ctest did not end')")
    while IFS=$'\t' read -r name why; do
        skip "$preset/$name" "$why"
    done < <(python3 scripts/skipped_tests.py "build/$preset/junit.xml")
    [ "$code" -eq 0 ]
}

run_fuzzers() {
    command -v clang >/dev/null || { because "clang is not installed"; return; }
    echo 'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d[0] + n == 0; }' |
        clang -fsanitize=fuzzer,address -x c - -o /dev/null 2>/dev/null ||
        { because "clang has no libFuzzer (libclang-rt-14-dev)"; return; }
    local found
    found=$(mktemp -d)
    # The same inputs each time: a longer look at others is a command of its own.
    RUNS=3000 tests/fuzz/run.sh "$1" "$found" || { echo "what was found is in $found"; return 1; }
    rm -r "$found"
}

# join WORDS ...: with commas, or "nothing".
join() {
    [ $# -eq 0 ] && { echo nothing; return; }
    local text
    text=$(printf '%s, ' "$@")
    echo "${text%, }"
}

# The last lines of test.sh, and its exit code.
summary() {
    echo "== summary after $SECONDS s"
    printf '%s\n' "${closing[@]}"
    echo "passed: $(join "${ran[@]}"); failed: $(join "${failed[@]}"); skipped: $(join "${skipped[@]}")"
    [ ${#failed[@]} -eq 0 ]
}
