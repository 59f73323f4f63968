#!/usr/bin/env bash
# Installs what is missing, builds Yomi and serves its page. Arguments go to the program instead: ./run.sh bench
set -eu
cd "$(dirname "$0")"
. scripts/setup.sh
setup
build release
[ $# -gt 0 ] || set -- serve
exec build/release/yomi "$@"
