#!/bin/sh
# try_package.sh PACKAGE.deb [ROOT]: installs the Debian package with apt into a fresh Debian root, uses it, removes it.
# Needs root, debootstrap and a mirror. ROOT is a root that debootstrap has made before; a copy of it is used.
set -eu
package=$(realpath "$1")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
if [ $# -gt 1 ]; then cp -a "$2/." "$root"; else debootstrap --variant=minbase bookworm "$root" >/dev/null; fi
cp "$package" "$root/tmp/yomi.deb"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
for file in /etc/apt/apt.conf.d/*proxy*; do [ -e "$file" ] && cp "$file" "$root/etc/apt/apt.conf.d/"; done
inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
files() { (cd "$root" && find usr etc -xdev ! -type d | sort); }

inside apt-get update -qq
# What Yomi depends on comes first, so that the list before and after is about Yomi alone.
depends=$(dpkg-deb -f "$package" Depends | sed 's/([^)]*)//g; s/,/ /g')
# shellcheck disable=SC2086  # the list is meant to be split
inside apt-get install -y -qq --no-install-recommends $depends >/dev/null 2>&1
files >"$root/tmp/before"
inside apt-get install -y -qq --no-install-recommends /tmp/yomi.deb >/dev/null 2>&1
echo "installed: $(inside dpkg-query -W -f='${Package} ${Version} ${Status}' yomi)"
[ -z "$(inside dpkg --verify yomi | grep -v '/usr/share/\(man\|doc\)/')" ]
inside yomi --version
[ "$(inside yomi perft shogi 3 | tail -n 1)" = "perft 3 25470" ]
printf 'usi\nisready\nposition startpos\ngo nodes 1000\nquit\n' | inside yomi | grep -q '^bestmove '
inside yomi match othello --engine "name=a proto=internal" --engine "name=b cmd='yomi nboard' proto=nboard" \
    --depth 2 --games 2 --quiet --fail-on-fault | tail -n 1
inside yomi serve --port 18642 >/dev/null 2>&1 &
server=$!
sleep 2
(command -v curl >/dev/null && curl -fsS http://127.0.0.1:18642/ || python3 -c \
    'import urllib.request; print(urllib.request.urlopen("http://127.0.0.1:18642/").read().decode())') | grep -qi '<html'
kill "$server"
wait "$server" 2>/dev/null || true
inside apt-get purge -y -qq yomi >/dev/null 2>&1
if inside sh -c 'command -v yomi'; then exit 1; fi
files >"$root/tmp/after"
if ! diff "$root/tmp/before" "$root/tmp/after"; then echo "files were left behind or lost" && exit 1; fi
echo "removed without a trace"
