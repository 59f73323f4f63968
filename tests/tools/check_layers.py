#!/usr/bin/env python3
"""Fails when a file under src/ includes a part of the tree that its own part may not know."""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GAMES = tuple((ROOT / "src/games.list").read_text(encoding="utf-8").split())
COMPUTE = ("base", "search", "nn") + GAMES
RECORDS = tuple(f"{game}/record" for game in GAMES)
TOOLS = tuple(f"{game}/tools" for game in GAMES)
MAY_USE = {
    "base": (),
    "search": ("base",),
    "nn": ("base",),
    "engine": COMPUTE,
    "record": ("base",),
    "tool": ("base", "nn"),
    "farm": ("base",),
    "front": ("base", "record") + RECORDS,
    "web": ("base", "record", "tool"),
    "app": ("base", "search", "nn", "engine", "record", "tool", "farm", "front", "web"),
}
for game in GAMES:  # a game knows no other, and nothing above it; what it has above the engine lies in folders of its own
    MAY_USE[game] = ("base", "search", "nn")
    MAY_USE[f"{game}/record"] = ("base", "record")
    MAY_USE[f"{game}/tools"] = ("base", "search", "nn", game, "record", f"{game}/record", "tool")
PUBLIC = {"engine", "record", "front", "web", "app", "tool"} | set(RECORDS) | set(TOOLS)  # may include yomi.h
SHARED = ("src/base/status.h", "src/search/game.h")  # errors and boards are those of yomi.h in the whole program
COMPUTES = set(COMPUTE) | {"engine", "front", "record"} | set(RECORDS)  # no third-party headers: these also go to WebAssembly
THIRD_PARTY = re.compile(r'^(civetweb|cjson|sqlite3|zstd|xxhash|histedit|editline|zlib|cmocka|hiredis)')
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def part_of(path):
    """The folder below src/, and for what a game has above the engine the one below that."""
    two = "/".join(path.parts[:2])
    return two if two in MAY_USE else path.parts[0]


def faults(root):
    for path in sorted(p for p in (root / "src").rglob("*") if p.suffix in (".c", ".h", ".inc")):
        part = part_of(path.relative_to(root / "src"))
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
                if part not in PUBLIC and not str(path).endswith(SHARED):
                    yield where + f"yomi.h lies above src/{part}"
            elif ".." in name or "/" not in name:
                yield where + f'"{name}" is not of the form "part/file.h"'
            elif part_of(pathlib.PurePath(name)) not in (part, *MAY_USE[part]):
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
