# Sourced by run.sh and test.sh: installs what is missing from packages.txt (Debian 12 and its relatives).
# As root or with sudo it does so itself; otherwise it prints the one command to run and stops.

# missing_packages FILE: those of the list that are not installed; a command of the same name counts as installed.
missing_packages() {
    local name
    while read -r name; do
        [ -z "$name" ] && continue
        case "$name" in chromium | npm) command -v "$name" >/dev/null 2>&1 && continue ;; esac
        case "$name" in clang | clang-format | clang-tidy) command -v "$name" >/dev/null 2>&1 && continue ;; esac
        case "$name" in nodejs) command -v node >/dev/null 2>&1 && continue ;; esac
        dpkg-query -W -f='${Status}\n' "$name" 2>/dev/null | grep -q '^install ok installed$' || printf '%s ' "$name"
    done <"$1"
}

# setup [FILE]
setup() {
    local list=${1:-packages.txt}
    if ! command -v dpkg-query >/dev/null 2>&1; then
        echo "This is no Debian-like system; the packages that are needed:" $(cat "$list") >&2
        return 0
    fi
    local missing runner
    missing=$(missing_packages "$list")
    [ -z "$missing" ] && return 0
    if [ "$(id -u)" = 0 ]; then
        runner=
    elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        runner=sudo
    else
        echo "Some packages are missing. Please run this as root, then try again:" >&2
        echo "    apt-get update && apt-get install -y --no-install-recommends $missing" >&2
        return 1
    fi
    echo "Installing: $missing"
    # shellcheck disable=SC2086  # the list is meant to be split
    $runner apt-get update -qq &&
        $runner env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
}

# build PRESET [CMAKE ARGUMENTS ...]: configures and builds; quiet unless something goes wrong.
build() {
    local preset=$1
    shift
    cmake --preset "$preset" >/dev/null && cmake --build --preset "$preset" "$@" >build/"$preset"-build.log ||
        { cat build/"$preset"-build.log; return 1; }
}

# What the tests need beyond the program: clang with its tools, Chromium and the packages of web/. What depends on a
# missing one is skipped, and the summary of test.sh says so.
setup_tests() {
    setup packages-test.txt || echo "Not all packages for the tests could be installed."
    [ -d web/node_modules/playwright-core ] || npm_install || echo "The packages of web/ could not be installed."
}

npm_install() {
    (cd web && timeout 180 npm install --fetch-retries=1 --fetch-timeout=20000 --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error)
}
