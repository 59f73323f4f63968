#!/usr/bin/env python3
"""check_promises.py SOURCE_FOLDER BUILD_FOLDER: docs/PROMISES.md quotes sentences that are there, and names tests that
exist. A test that only some builds have (release) counts when a CMakeLists.txt names it."""
import pathlib
import re
import subprocess
import sys

root, build = pathlib.Path(sys.argv[1]), sys.argv[2]
listed = subprocess.run(["ctest", "-N"], cwd=build, capture_output=True, text=True, check=True).stdout
tests = set(re.findall(r"Test +#\d+: (\S+)", listed))
for lists in (root / "tests").rglob("CMakeLists.txt"):
    tests.update(re.findall(r"(?:yomi_(?:script_)?test\(|NAME )(\w+)", lists.read_text(encoding="utf-8")))


def plain(text):
    """One line, without the stars that begin the lines of a comment."""
    return re.sub(r"\s+", " ", re.sub(r"\n\s*\*(?!/)", "\n ", text))


faults, rows, text = [], 0, ""
for line in (root / "docs/PROMISES.md").read_text(encoding="utf-8").splitlines():
    if line.startswith("## "):
        text = plain((root / line[3:]).read_text(encoding="utf-8"))
    row = re.fullmatch(r"\| (.+) \| ([\w, ]+) \|", line)
    if not row or row[1] == "words":
        continue
    rows += 1
    if row[1] not in text:
        faults.append(f"no longer said: {row[1]}")
    faults += [f"no test {name}: {row[1]}" for name in row[2].split(", ") if name not in tests]
print("\n".join(faults) or f"{rows} promises have their tests")
sys.exit(bool(faults) or rows < 40)
