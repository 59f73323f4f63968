#!/usr/bin/env bash
# Builds and tests Yomi for the other systems: installs what that needs (Debian 12), then for each port a build, the tests
# that apply to it, the signatures and a whole game over each protocol. Ends in a table of what ran, passed and was
# skipped; a port that cannot be tested here says why.
#
#     scripts/ports.sh                     all ports
#     scripts/ports.sh arm64 windows       only these
#     YOMI_INSTALL=no scripts/ports.sh     installs nothing: what is missing is skipped
#     YOMI_PORT_TESTS='^(engine|record)$' scripts/ports.sh windows     these tests only (a regex of ctest)
#
# A port is a function port_NAME (in scripts/ports_parts/), which returns 0, 1 or 77 (cannot be done here; the
# reason is in `why`). What it found goes to build/ports/NAME.txt.
set -u
cd "$(dirname "$0")/.." || exit 1
. scripts/setup.sh
mkdir -p build/ports
results=()

# install PACKAGES ...: false when they are not there and cannot be had.
install() {
    printf '%s\n' "$@" >build/ports/packages.txt
    [ -z "$(missing_packages build/ports/packages.txt)" ] && return 0
    [ "${YOMI_INSTALL:-yes}" = yes ] && setup build/ports/packages.txt && return 0
    why="packages are missing: $(missing_packages build/ports/packages.txt)"
    return 1
}

# runs_here PROGRAM INTERPRETER NAME MAGIC MASK FLAGS: the kernel starts programs of the other system by their
# interpreter, so that a test can start them as it does any other. As root it is asked to, when it does not yet.
runs_here() {
    local folder=/proc/sys/fs/binfmt_misc
    "$1" --version >/dev/null 2>&1 && return 0
    [ -w "$folder/register" ] || mount -t binfmt_misc none "$folder" 2>/dev/null
    [ -e "$folder/$3" ] || echo ":$3:M::$4:$5:$2:$6" >"$folder/register" 2>/dev/null
    "$1" --version >/dev/null 2>&1 && return 0
    why="the kernel cannot be told to start programs of the port by $2 (binfmt_misc)"
    return 1
}

# count_tests PORT PRESET REGEX: ctest, and its counts in one line. Tests that are skipped say why in the junit file.
count_tests() {
    local log=build/ports/$1-tests.log code
    ctest --preset "$2" --no-tests=error -R "$3" --output-junit "$PWD/build/ports/$1.xml" >"$log" 2>&1
    code=$?
    python3 scripts/ports_parts/counts.py "build/ports/$1.xml" | tee "build/ports/$1-counts.txt"
    return $code
}

# The tests of base, search, games, sessions and records: those that tell whether the port computes and talks as it should.
PORT_TESTS=${YOMI_PORT_TESTS:-'^(base|platform_layer|toy_exact|tt|timeman|pool|primitives|contract_toy|contract_games|nn|nn_head|nn_portable|nn_vector128|engine|engine_games|prepare|skill|protocols|caller_(old|new|dll)|dll_symbols|session_frame|session_hostile|session_signatures|session_signatures_portable|session_signatures_vector128|session_told|usi_score|shogi_(moves|mate|minimax|search|records|book|usi|solve|net|nnbin|chain)|othello_(board|endgame|search|tactics|book|records|session|nboard|threads)|gomoku_(rules|records|search|play|threats)|session_gomocup|dobutsu_(rules|search|program)|record|match|match_clocks|play|analyse|analyse_records|help|book|puzzle_text|web_(readers|store|tables|server|setup))$'}

. scripts/ports_parts/arm64.sh
. scripts/ports_parts/windows.sh
. scripts/ports_parts/wasm.sh

[ $# -gt 0 ] || set -- arm64 windows wasm
bad=0
for port in "$@"; do
    declare -F "port_$port" >/dev/null || { echo "there is no port '$port'" >&2; exit 2; }
    echo "== $port"
    why= begun=$SECONDS
    "port_$port"
    code=$?
    case $code in
    0) results+=("$port: passed, $((SECONDS - begun)) s") ;;
    77) results+=("$port: skipped ($why)") ;;
    *) results+=("$port: FAILED, $((SECONDS - begun)) s"); bad=1 ;;
    esac
done
echo "== summary"
printf '%s\n' "${results[@]}"
exit $bad
