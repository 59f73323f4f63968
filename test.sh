#!/usr/bin/env bash
# Sets up, builds and runs every test, in release and under the sanitizers.
set -eu
cd "$(dirname "$0")"
for preset in release asan; do
    cmake --preset "$preset" >/dev/null
    cmake --build --preset "$preset"
    ctest --preset "$preset"
done
