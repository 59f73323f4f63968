#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test: in release, then under the address and undefined-behaviour
# sanitizers. Arguments go to ctest: ./test.sh -R pool
set -eu
cd "$(dirname "$0")"
. scripts/setup.sh
setup
setup_browser
for preset in release asan; do
    echo "== $preset"
    build "$preset"
    ctest --preset "$preset" --no-tests=error "$@"
done
