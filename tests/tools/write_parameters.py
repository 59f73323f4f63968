#!/usr/bin/env python3
"""Writes docs/PARAMETERS.md from what the program says of itself, or checks that it is up to date (--check)."""
import pathlib
import subprocess
import sys

INTRODUCTION = """# Parameters of the search core

Every constant of the core, from the one table in `src/search/params.c`. Each is an option of every engine (set by any
protocol: `setoption name AspirationDelta value 20`), left out of the list a GUI shows. Those with an environment variable
take their default from it. This page is written by `tests/tools/write_parameters.py`.

| option | default | range | environment | meaning |
| --- | --- | --- | --- | --- |
"""

if __name__ == "__main__":
    program, page = sys.argv[1], pathlib.Path(sys.argv[2])
    rows = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    text = INTRODUCTION + rows
    if "--check" in sys.argv:
        if page.read_text(encoding="utf-8") != text:
            sys.exit(f"{page} is out of date: run {sys.argv[0]} {program} {page}")
        print("the page of parameters is up to date")
    else:
        page.write_text(text, encoding="utf-8")
