#!/usr/bin/env python3
"""A match tells engines whose clock is whose: clocks.py YOMI-TOY ROGUE. Two engines with different times play both
colours; what each of them was sent is kept by `tee`."""
import pathlib
import subprocess
import sys
import tempfile

PROGRAM, ROGUE = sys.argv[1:3]
TIMES = {"a": 500_000, "b": 70_000}


def sent_to(folder, name):
    """(black's clock, white's clock, black to move) of every `go`."""
    black = True
    for line in (folder / f"{name}.txt").read_text().splitlines():
        words = line.split()
        if words[:1] == ["position"]:
            black = len(words[words.index("moves") + 1:] if "moves" in words else []) % 2 == 0
        if words[:1] == ["go"]:
            yield int(words[words.index("btime") + 1]), int(words[words.index("wtime") + 1]), black


def near(clock, time):
    return time - 60_000 < clock <= time


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    engines = []
    for engine, time in TIMES.items():
        script = folder / engine
        script.write_text(f"#!/bin/sh\ntee {folder}/{engine}.txt | {ROGUE} honest\n")
        script.chmod(0o755)
        engines += ["--engine", f"name={engine} cmd='{script}' time={time}"]
    done = subprocess.run([PROGRAM, "match", "toy", *engines, "--games", "2", "--quiet"], capture_output=True, text=True)
    assert done.returncode == 0 and "faults: none" in done.stdout, done
    for engine, other in (("a", "b"), ("b", "a")):
        turns = list(sent_to(folder, engine))
        assert {black for _, _, black in turns} == {True, False}, turns
        for first, second, black in turns:
            mine, its = (first, second) if black else (second, first)
            assert near(mine, TIMES[engine]) and near(its, TIMES[other]), (engine, turns)
print("both engines were sent their own clock in both colours")
