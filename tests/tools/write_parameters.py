#!/usr/bin/env python3
"""Writes docs/PARAMETERS.md from what the program says of itself, or checks that it is up to date (--check)."""
import pathlib
import subprocess
import sys

INTRODUCTION = """# Parameters

Every option that is a number, a switch or a choice, from the one table of each part: `src/search/params.c` for the core,
the settings of each game. Any protocol sets them (`setoption name AspirationWidth value 20`); the core's are known
to every engine, a game's to its own. Techniques of a search can be switched off here to see what they bring; those and
the margins are left out of the list a GUI shows. Options with an environment variable take their default from it. This
page is written by `tests/tools/write_parameters.py`.
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
