#!/usr/bin/env python3
"""speed.py ROUNDS NATIVE OTHER ...: nodes a second of `bench GAME` in turns, and the ratio to the first program: the median
over the rounds, so that what else the machine does counts for all. Then the time until the first answer (--version)."""
import re
import statistics
import subprocess
import sys
import time

GAMES = ("othello", "gomoku", "dobutsu")  # shogi takes minutes where processors are emulated: --shogi adds it


def nps(program, game):
    text = subprocess.run([program, "bench", game], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"nps (\d+)", text).group(1))


def start(program):
    begun = time.monotonic()
    subprocess.run([program, "--version"], stdout=subprocess.DEVNULL, check=True)
    return 1000 * (time.monotonic() - begun)


words = [w for w in sys.argv[1:] if w != "--shogi"]
rounds, programs = int(words[0]), words[1:]
for game in GAMES + (("shogi",) if "--shogi" in sys.argv else ()):
    runs = [[nps(p, game) for p in programs] for _ in range(rounds)]
    for i, program in enumerate(programs):
        ratio = statistics.median(run[i] / run[0] for run in runs)
        print(f"{game:8} {program:28} {statistics.median(run[i] for run in runs):>10.0f} nodes/s, ratio {ratio:.3f}", flush=True)
for program in programs:
    print(f"start    {program:28} {statistics.median(start(program) for _ in range(rounds)):>6.0f} ms")
