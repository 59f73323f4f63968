# shellcheck shell=bash
# WebAssembly, in node and in Chromium (scripts/wasm.sh).

port_wasm() {
    install $(cat scripts/packages-wasm.txt) || return 77
    build release -j 2 --target yomi || return 1
    scripts/wasm.sh >build/ports/wasm-tests.log 2>&1
    local code=$?
    grep -E '^(ok|FAILED|skipped| +ready| +[a-z]+: nps)|passed$' build/ports/wasm-tests.log | tee build/ports/wasm-counts.txt
    return $code
}
