#!/usr/bin/env bash
# wasm.sh [--no-tests]: WebAssembly. Installs what it needs, builds the modules, the folder that pages take them from
# (build/module) and the npm package (build/npm), and tests both in node and in Chromium.
set -eu
cd "$(dirname "$0")/../.."
. scripts/setup.sh
setup scripts/ports_parts/packages-wasm.txt
[ -d web/node_modules/typescript ] || npm_install
export NODE_PATH=/usr/share/nodejs # Debian's compiler finds its tools there
out=build/wasm

# cJSON, from Debian's source package; the machine's lists stay as they are.
cjson_source() {
    local folder=$PWD/$out/deps lists=$PWD/$out/deps/lists
    ls -d "$folder"/c[jJ]*[0-9]/cJSON.c >/dev/null 2>&1 && return
    mkdir -p "$lists/partial"
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${DEBIAN_MIRROR:-http://deb.debian.org/debian} bookworm main" \
        >"$folder/sources.list"
    set -- apt-get -qq -o Dir::Etc::sourcelist="$folder/sources.list" -o Dir::Etc::sourceparts=- \
        -o Dir::State::lists="$lists" -o APT::Sandbox::User=root
    "$@" update
    (cd "$folder" && "$@" source cjson >/dev/null)
}

build_modules() {
    cmake -S . -B $out -G Ninja -DCMAKE_BUILD_TYPE=Release -DYOMI_WERROR=ON \
        -DCMAKE_TOOLCHAIN_FILE=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake \
        -DYOMI_CJSON="$(dirname "$PWD"/$out/deps/c[jJ]*[0-9]/cJSON.c)" >/dev/null
    cmake --build $out -j 2 >$out/build.log || { cat $out/build.log; return 1; }
}

# What a page loads: one folder.
make_folder() {
    local game
    rm -rf build/module
    mkdir -p build/module
    cp $out/src/wasm/yomi-*.js $out/src/wasm/yomi-*.wasm wasm/src/worker.js LICENSE build/module/
    echo '{ "type": "commonjs" }' >build/module/package.json
    python3 wasm/pack_weights.py data/shogi.net build/module/shogi.weights
    python3 wasm/pack_weights.py data/othello.weights build/module/othello.weights
}

make_package() {
    rm -rf build/npm
    web/node_modules/.bin/tsc -p wasm
    cp wasm/package.json wasm/README.md wasm/cli.js LICENSE build/npm/
    cp -r build/module build/npm/module
    rm build/npm/module/LICENSE
    local version
    version=$(sed -n 's/^project(yomi VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
    sed -i "s/\"version\": \"0.0.0\"/\"version\": \"${VERSION:-$version}\"/" build/npm/package.json
}

cjson_source
build_modules
make_folder
make_package
ls -l build/module
[ "${1:-}" = --no-tests ] && exit 0
node tests/wasm/node.mjs build/npm build/release/yomi
node tests/wasm/chromium.mjs build/npm
