#!/usr/bin/env python3
"""speed_wasm.py ROUNDS NATIVE PACKAGE: nodes by processor time of the module in node against the native program, one thread
each, in turns. The start (weights, compiling the module) is measured by a bench of depth 1 and taken off, for both.

PACKAGE is build/npm. Each round's ratio is printed, then the median of the ratios."""
import os
import re
import statistics
import subprocess
import sys

DEPTHS = {"shogi": 10, "othello": 18, "gomoku": 14}
rounds, native, package = int(sys.argv[1]), sys.argv[2], sys.argv[3]


def run(command):
    """Nodes and processor time of all threads."""
    before = os.times()
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    after = os.times()
    return int(re.search(r"^nodes (\d+)", text, re.MULTILINE).group(1)), sum(after[2:4]) - sum(before[2:4])


def speed(program, game, depth):
    """Nodes a second without the start, and the start."""
    few, start = run(program(game, 1))
    nodes, seconds = run(program(game, depth))
    return (nodes - few) / max(seconds - start, 0.01), start


PROGRAMS = {
    "native": lambda game, depth: [native, "bench", game, "--depth", str(depth)],
    "single": lambda game, depth: ["node", f"{package}/cli.js", "--single", "bench", game, str(depth)],
    "threads": lambda game, depth: ["node", f"{package}/cli.js", "--threads", "1", "bench", game, str(depth)],
}
for game, depth in DEPTHS.items():
    measured = [{name: speed(program, game, depth) for name, program in PROGRAMS.items()} for _ in range(rounds)]
    for name in PROGRAMS:
        speeds = [m[name][0] for m in measured]
        ratios = [m[name][0] / m["native"][0] for m in measured]
        print(f"{game:8} depth {depth}  {name:8} {statistics.median(speeds):>10.0f} nodes/s, ratios "
              f"{' '.join(f'{r:.2f}' for r in ratios)}, median {statistics.median(ratios):.2f}, start "
              f"{1000 * statistics.median(m[name][1] for m in measured):.0f} ms of processor time", flush=True)
