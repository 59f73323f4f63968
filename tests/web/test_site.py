#!/usr/bin/env python3
"""`yomi site` and `yomi serve --module`, with files that stand for a module: what is written, what is served, and what
is refused.

    test_site.py PROGRAM"""
import http.client
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = sys.argv[1]


def run(*words):
    return subprocess.run([PROGRAM, "site", *map(str, words)], capture_output=True, text=True, check=False)


def make_module(folder):
    folder.mkdir()
    (folder / "worker.js").write_text("'use strict';\n")
    (folder / "yomi-single.wasm").write_bytes(bytes(range(256)) * 40)
    (folder / "shogi.weights").write_bytes(b"\x1f\x8b weights")
    (folder / ".hidden").write_text("not for pages")
    (folder / "folder").mkdir()
    return folder


def a_site_is_the_page_with_the_module(root, module):
    site = root / "a" / "site"
    done = run(site, "--module", module)
    assert done.returncode == 0, done.stderr
    page = (site / "index.html").read_text()
    assert '<meta name="yomi-place" content="browser" />' in page and "page.webmanifest" in page
    for path in ("worker.js", "yomi-single.wasm", "shogi.weights"):
        assert (site / "module" / path).read_bytes() == (module / path).read_bytes(), path
    assert not (site / "module" / ".hidden").exists()
    listed = json.loads((site / "files.json").read_text())
    assert "offline.js" not in listed["files"], "the worker would keep itself for ever"
    for path in listed["files"]:
        assert (site / path).exists(), path
    names = {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()}
    assert names == set(listed["files"]) - {"./"} | {"offline.js", "files.json"}
    json.loads((site / "page.webmanifest").read_text())
    return listed["version"]


def the_version_is_that_of_the_content(root, module, version):
    again, other = root / "again", root / "other"
    assert run(again, "--module", module).returncode == 0
    assert json.loads((again / "files.json").read_text())["version"] == version
    (module / "worker.js").write_text("'use strict'; // changed\n")
    assert run(other, "--module", module).returncode == 0
    assert json.loads((other / "files.json").read_text())["version"] != version


def what_is_wrong_is_named(root, module):
    for words, code, text in (((), 2, "DIR"), ((root / "x", "--module", root / "nowhere"), 1, "nowhere: the engine for browsers is not here"),
                              ((root / "x", "--module", root), 1, "--module"), ((root / "x", "more", "--module", module), 2, "more"),
                              ((module / "worker.js", "--module", module), 1, "worker.js")):
        done = run(*words)
        assert done.returncode == code and text in done.stderr, (words, done)
    assert not (root / "x").exists(), "half a site was written"


def ask(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read()


def a_server_hands_out_the_module(root, module):
    words = [PROGRAM, "serve", "--port", "0", "--data", str(root / "data"), "--quiet", "--module", str(module)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            port = int(server.stdout.readline().split(":")[-1].strip("/\n"))
            status, headers, body = ask(port, "/module/yomi-single.wasm")
            assert status == 200 and body == (module / "yomi-single.wasm").read_bytes()
            assert headers["content-type"] == "application/wasm" and "content-encoding" not in headers
            assert "'wasm-unsafe-eval'" in headers["content-security-policy"]
            assert headers["cross-origin-embedder-policy"] == "require-corp"
            for path in ("/module/.hidden", "/module/../worker.js", "/module/", "/module/folder", "/module/none.js"):
                assert ask(port, path)[0] in (400, 404), path
        finally:
            server.terminate()
    done = subprocess.run([PROGRAM, "serve", "--port", "0", "--module", str(root / "nowhere")], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "not here" in done.stderr, done


def main():
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        module = make_module(root / "module")
        version = a_site_is_the_page_with_the_module(root, module)
        the_version_is_that_of_the_content(root, module, version)
        what_is_wrong_is_named(root, module)
        a_server_hands_out_the_module(root, module)
    print("ok")


if os.name != "posix":
    print("skipped: signals end the server here")
    sys.exit(77)
main()
