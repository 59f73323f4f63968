#!/usr/bin/env python3
"""Fails when a file under src/ includes a part of the tree that its own part may not know."""
import pathlib
import re
import sys
import tempfile

GAMES = ("shogi", "othello", "gomoku")
COMPUTE = ("base", "search", "nn") + GAMES
MAY_USE = {
    "base": (),
    "search": ("base",),
    "nn": ("base",),
    "shogi": ("base", "search", "nn"),
    "othello": ("base", "search", "nn"),
    "gomoku": ("base", "search", "nn"),
    "engine": COMPUTE,
    "record": ("base",),
    "front": ("base", "record"),
    "web": ("base", "record"),
    "app": ("base", "search", "nn", "engine", "record", "front", "web") + GAMES,
}
PUBLIC = {"engine", "record", "front", "web", "app"}  # parts that may include yomi.h
COMPUTES = set(COMPUTE) | {"engine", "front", "record"}  # no third-party headers: these also go to WebAssembly
THIRD_PARTY = re.compile(r'^(civetweb|cjson|sqlite3|zstd|xxhash|histedit|editline|zlib|cmocka)')
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def faults(root):
    for path in sorted((root / "src").rglob("*.[ch]")):
        part = path.relative_to(root / "src").parts[0]
        if part not in MAY_USE:
            yield f"{path}: src/{part} is not a known part"
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            quote, name = match.groups()
            where = f"{path}:{number}: "
            if quote == "<":
                if part in COMPUTES and THIRD_PARTY.match(name):
                    yield where + f"<{name}> is third-party code, which src/{part} has to do without"
            elif name == "yomi.h":
                if part not in PUBLIC:
                    yield where + f"yomi.h lies above src/{part}"
            elif ".." in name or "/" not in name:
                yield where + f'"{name}" is not of the form "part/file.h"'
            elif name.split("/")[0] != part and name.split("/")[0] not in MAY_USE[part]:
                yield where + f'src/{part} may not include "{name}"'


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for part in ("base", "search", "shogi", "othello"):
            (root / "src" / part).mkdir(parents=True)
        (root / "src/search/a.c").write_text('#include "base/str.h"\n#include <stdio.h>\n')
        assert not list(faults(root)), "a right include was rejected"
        wrong = {
            "src/base/b.c": '#include "search/tt.h"',
            "src/shogi/c.c": '#include "othello/board.h"',
            "src/search/d.c": '#include "../base/str.h"',
            "src/search/e.c": "#include <sqlite3.h>",
            "src/search/f.c": '#include "yomi.h"',
        }
        for name, text in wrong.items():
            (root / name).write_text(text + "\n")
            assert len(list(faults(root))) == 1, f"{text} in {name} was let through"
            (root / name).unlink()
    print("the check rejects what it should")


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        sys.exit(0)
    found = list(faults(pathlib.Path(sys.argv[1])))
    print("\n".join(found) if found else "layers: every include follows the arrows")
    sys.exit(1 if found else 0)
