#!/usr/bin/env bash
# Installs what is missing, builds Yomi and starts it. Arguments go to the program: ./run.sh bench
set -eu
cd "$(dirname "$0")"
. scripts/setup.sh
setup
build release
if [ $# -gt 0 ]; then
    exec build/release/yomi "$@"
fi
echo
exec build/release/yomi --help
