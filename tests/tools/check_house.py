#!/usr/bin/env python3
"""check_house.py SOURCE_FOLDER [BUILD_FOLDER]: the rules of CONTRIBUTING.md that a script can see.

A function fits on a screen, a header begins by saying what it is for, nothing below main ends the program, and the
compiled parts have no global that can change (two tables of shogi are filled once, behind pthread_once)."""
import pathlib
import re
import subprocess
import sys

SCREEN = 50
ENDS = re.compile(r"\b(exit|abort|quick_exit)\s*\(")
MAY_END = {"src/app/main.c", "src/web/embed.c"}  # the program, and a tool of the build that is one
FILLED_ONCE = re.compile(r"(_once|^once)(\.\d+)?$")


def long_functions(path, lines):
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{":
            start = number
        elif line == "}" and start is not None:
            if number - start + 1 > SCREEN:
                yield f"{path}:{start}: a function of {number - start + 1} lines; a screen has {SCREEN}"
            start = None


def faults_of_text(root):
    for path in sorted(p for p in (root / "src").rglob("*") if p.suffix in (".c", ".h", ".inc")):
        name = str(path.relative_to(root))
        lines = path.read_text(encoding="utf-8").splitlines()
        yield from long_functions(name, lines)
        if path.suffix in (".h", ".inc") and not lines[0].startswith("/* "):
            yield f"{name}:1: a header begins with what it is for"
        for number, line in enumerate(lines, 1):
            if name not in MAY_END and ENDS.search(line.split("/*")[0]):
                yield f"{name}:{number}: the program is ended below main"


def faults_of_objects(build):
    for path in sorted((build / "src").rglob("*.o")):
        table = subprocess.run(["nm", "-f", "sysv", path], capture_output=True, text=True, check=True).stdout
        for row in table.splitlines():
            cells = [cell.strip() for cell in row.split("|")]
            if len(cells) != 7 or not re.match(r"\.(data|bss|tdata|tbss)|\*COM\*", cells[6]) or "rel.ro" in cells[6]:
                continue
            if not FILLED_ONCE.search(cells[0]):
                yield f"{path.relative_to(build)}: {cells[0]} is a global that can change"


found = list(faults_of_text(pathlib.Path(sys.argv[1])))
if len(sys.argv) > 2 and sys.argv[2]:
    found += faults_of_objects(pathlib.Path(sys.argv[2]))
print("\n".join(found) or "the house is in order")
sys.exit(bool(found))
