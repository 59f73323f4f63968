# shellcheck shell=bash
# Sourced by the scripts that build libraries, in the folder for their sources; $out is where the libraries go.

# Where the machine has its own packages from; DEBIAN_MIRROR says otherwise.
mirror() {
    apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' | awk '$2 == "bookworm" && $3 == "main" { print $1; exit }'
}

# apt_source PACKAGES ...: Debian's sources, by a list of their own: the machine's lists are left as they are.
apt_source() {
    local lists=$PWD/lists from=${DEBIAN_MIRROR:-$(mirror)}
    [ -n "$from" ] || { echo "apt knows no bookworm: DEBIAN_MIRROR says where its sources are" >&2; return 1; }
    mkdir -p "$lists/partial"
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $from bookworm main" >sources.list
    local options=(-qq -o "Dir::Etc::sourcelist=$PWD/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$lists"
        -o APT::Sandbox::User=root)
    apt-get "${options[@]}" update
    apt-get "${options[@]}" source "$@" >/dev/null
}

# describe MODULE VERSION LIBRARY INCLUDE: its pkg-config file.
describe() {
    printf 'prefix=%s\nName: %s\nDescription: %s, static\nVersion: %s\nLibs: -L${prefix}/lib -l%s\nCflags: -I${prefix}/include%s\n' \
        "$out" "$1" "$1" "$2" "$3" "$4" >"$out/lib/pkgconfig/$1.pc"
}
