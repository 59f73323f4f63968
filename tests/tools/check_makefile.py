#!/usr/bin/env python3
"""The Makefile for engine farms compiles what CMake compiles, and `bench` ends as a farm reads it.

    check_makefile.py PROJECT BUILD

Nothing is compiled here: `make --dry-run` says what would be."""
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT, BUILD = Path(sys.argv[1]), Path(sys.argv[2])
GAMES = (PROJECT / "src/games.list").read_text().split()
PARTS = ["base", "search", "nn", *GAMES, "engine", "record", "tool", "front"]


def by_make():
    if not shutil.which("make"):
        print("skipped: make is not installed")
        sys.exit(77)
    done = subprocess.run(["make", "--dry-run", "--always-make", "EXE=farm", "CC=cc", "EVALFILE=data/shogi.net"],
                          cwd=PROJECT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {line.split()[-1]: line for line in done.stdout.splitlines() if re.search(r" -c -o \S+ \S+\.c$", line)}


def by_cmake():
    commands = json.loads((BUILD / "compile_commands.json").read_text())
    files = {str(Path(entry["file"]).relative_to(PROJECT)): entry["command"] for entry in commands
             if Path(entry["file"]).is_relative_to(PROJECT / "src")}
    return {name: command for name, command in files.items() if name.split("/")[1] in PARTS}


def machine_flags(command):
    return sorted(re.findall(r"-m(?:avx|bmi|popcnt|lzcnt)\S*", command))


def the_same_files_with_the_same_machine_flags():
    made, built = by_make(), by_cmake()
    missing = sorted(set(built) - set(made))
    assert not missing, f"the Makefile leaves out {missing}"
    for name, command in built.items():
        assert machine_flags(command) == machine_flags(made[name]), name
    assert any("SHOGI_NET_FILE='\"data/shogi.net\"'" in line for line in made.values()), "EVALFILE is not used"
    assert all(f"puzzles/{game}.txt" in made[f"src/{game}/tools/puzzles.c"] for game in GAMES
               if f"src/{game}/tools/puzzles.c" in made)


def bench_ends_as_a_farm_reads_it():
    """OpenBench reads the lines from the last one, without regard to case, and takes the first number of each kind."""
    done = subprocess.run([BUILD / "yomi", "bench", "gomoku", "--depth", "3"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    nodes = nps = None
    for line in reversed(done.stdout.strip().split("\n")):
        words = re.sub(r"[^a-zA-Z0-9 ]+", " ", line)
        nps = nps or re.search(r"(\d+\s+nps)|(nps\s+\d+)", words, re.IGNORECASE)
        nodes = nodes or re.search(r"(\d+\s+nodes)|(nodes\s+\d+)", words, re.IGNORECASE)
    total = sum(int(number) for number in re.findall(r"^position +\d+ +nodes +(\d+)", done.stdout, re.MULTILINE))
    assert nps and nodes and nodes.group() == f"nodes {total}", done.stdout


the_same_files_with_the_same_machine_flags()
bench_ends_as_a_farm_reads_it()
print("ok")
