#!/usr/bin/env python3
"""The functions of docs/WALKS.md are in the files named beside them: check_walks.py ROOT [--self-test]"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
ROW = re.compile(r"^\| ((?:src|web|include)/\S+) \| (\w+) \|")


def faults(text):
    rows = [match for match in map(ROW.match, text.splitlines()) if match]
    assert rows, "no walk has a step"
    for file, name in (match.groups() for match in rows):
        path = ROOT / file
        if not path.exists():
            yield f"{file} does not exist"
        elif not re.search(rf"\b{name}\b\s*[(=:]", path.read_text(encoding="utf-8")):
            yield f"{file} has no {name}"


text = (ROOT / "docs" / "WALKS.md").read_text(encoding="utf-8")
if "--self-test" in sys.argv:
    assert len(list(faults(text + "\n| src/front/usi.c | no_such_name | |\n| src/no/file.c | a | |\n"))) == 2
found = list(faults(text))
print("\n".join(found) or "every step is in its file")
sys.exit(bool(found))
