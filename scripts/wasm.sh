#!/usr/bin/env bash
# wasm.sh [--no-tests]: WebAssembly. Installs what it needs (YOMI_INSTALL=no: nothing), builds the modules, the folder that pages take them from
# (build/module) and the npm package (build/npm), and tests both in node and in Chromium.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
[ "${YOMI_INSTALL:-yes}" = no ] || setup scripts/packages-wasm.txt
[ -d web/node_modules/typescript ] || npm_install
export NODE_PATH=/usr/share/nodejs # Debian's compiler finds its tools there
out=build/wasm

# cJSON, from Debian's source package.
cjson_source() {
    mkdir -p $out/deps
    ls $out/deps/c[jJ]*[0-9]/cJSON.c >/dev/null 2>&1 && return
    . scripts/ports_parts/apt_source_deps.sh
    (cd $out/deps && apt_source cjson)
}

build_modules() {
    cmake -S . -B $out -G Ninja -DCMAKE_BUILD_TYPE=Release -DYOMI_WERROR=ON \
        -DCMAKE_TOOLCHAIN_FILE=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake \
        -DYOMI_CJSON="$(dirname "$PWD"/$out/deps/c[jJ]*[0-9]/cJSON.c)" >/dev/null
    cmake --build $out -j 2 >$out/build.log || { cat $out/build.log; return 1; }
}

# What a page loads: one folder.
make_folder() {
    local file
    rm -rf build/module
    mkdir -p build/module
    for file in threads.js threads.wasm threads.worker.js single.js single.wasm; do
        cp "$out/src/wasm/yomi-$file" build/module/
    done
    cp wasm/src/worker.js LICENSE build/module/
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
program=
[ -x build/release/yomi ] && program=build/release/yomi # what `yomi site` writes is tested, too
node tests/wasm/node.mjs build/npm $program
node tests/wasm/chromium.mjs build/npm $program
