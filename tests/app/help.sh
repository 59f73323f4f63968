#!/bin/sh
# help.sh PROGRAM: every command tells about itself, wherever --help stands, and unknown ones are named.
set -eu
yomi=$1
commands=$("$yomi" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
[ "$(echo "$commands" | wc -w)" -ge 13 ]
for command in $commands; do
    expected=$("$yomi" "$command" --help)
    case $expected in "yomi $command "*) ;; *) echo "no help for $command" && exit 1 ;; esac
    [ "$("$yomi" help "$command")" = "$expected" ]
    [ "$("$yomi" "$command" GAME --help)" = "$expected" ]
done
if message=$("$yomi" help nothing 2>&1); then exit 1; fi
case $message in *"no command 'nothing'"*) ;; *) echo "$message" && exit 1 ;; esac
