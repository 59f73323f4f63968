# shellcheck shell=bash
# Linux on ARM64, by Debian's cross compiler, under qemu-user.

ARM64_MAGIC='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
ARM64_MASK='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'

arm64_packages() {
    install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user ninja-build cmake pkg-config || return 1
    dpkg --print-foreign-architectures | grep -q '^arm64$' || {
        [ "${YOMI_INSTALL:-yes}" = yes ] && [ "$(id -u)" = 0 ] && dpkg --add-architecture arm64 && apt-get update -qq
    }
    install libc6:arm64 libsqlite3-dev:arm64 libcjson-dev:arm64 zlib1g-dev:arm64 libcmocka-dev:arm64
}

port_arm64() {
    arm64_packages || return 77
    build arm64 -j 2 || return 1
    runs_here build/arm64/yomi "$(command -v qemu-aarch64)" yomi-arm64 "$ARM64_MAGIC" "$ARM64_MASK" PF || return 77
    python3 scripts/ports_parts/games.py build/arm64/yomi >build/ports/arm64-games.txt || return 1
    count_tests arm64 arm64 "$PORT_TESTS"
}
