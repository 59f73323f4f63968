#!/usr/bin/env bash
# Installs what is missing, then checks everything that CONTRIBUTING.md promises: looks, release, code paths of the
# vector code, address and undefined-behaviour sanitizers, thread sanitizer, clang, a short fuzz run. Goes on after a
# failure; the last lines say what was run, what failed, and what was skipped and why.
#
#     ./test.sh             all of it
#     ./test.sh -R pool     only these tests, in release and under ASan+UBSan; arguments go to ctest
#     FUZZ_SECONDS=60 ./test.sh     a longer fuzz run for each target (usually 4)
set -u
cd "$(dirname "$0")" || exit 1
. scripts/setup.sh
. scripts/stages.sh
setup || exit 1
setup_tests

if [ $# -gt 0 ]; then
    stage release test_preset release "$@"
    stage asan test_preset asan "$@"
    skip "style, tsan, clang, fuzz" "tests were chosen by arguments"
else
    stage format check_format
    stage release test_preset release
    stage tidy check_tidy
    stage asan test_preset asan
    stage tsan test_preset tsan -L threads
    stage clang test_preset clang -L signatures
    stage fuzz run_fuzzers "${FUZZ_SECONDS:-4}"
fi
summary
