# shellcheck shell=bash
# Windows on x86-64, by mingw-w64, under wine.

port_windows() {
    install gcc-mingw-w64-x86-64-win32 mingw-w64-tools libz-mingw-w64-dev wine64 tcl dpkg-dev ninja-build cmake pkg-config ||
        return 77
    scripts/ports_parts/windows_deps.sh build/windows-deps || { why="Debian's source packages cannot be had"; return 77; }
    build windows -j 2 || return 1
    local wine
    wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
    export WINEPREFIX=$PWD/build/wine WINEDEBUG=-all
    "$wine" wineboot -i >/dev/null 2>&1
    runs_here build/windows/yomi.exe "$wine" yomi-windows MZ '' '' || return 77
    python3 scripts/ports_parts/games.py build/windows/yomi.exe >build/ports/windows-games.txt || return 1
    count_tests windows windows "$PORT_TESTS"
}
