#!/usr/bin/env python3
"""Time to depth with 1, 2, 4 threads over the bench positions of each game, and the command of a match of two threads
against one.

    scripts/scaling.py PROGRAM [--games shogi othello gomoku] [--threads 1 2 4] [--depth GAME=D ...] [--runs N]

A run is `yomi bench GAME --depth D --threads N`; the figure is the median of the runs. Only a calm machine with as many
free cores as threads gives figures worth keeping."""
import argparse
import re
import statistics
import subprocess
import sys
import time

DEPTHS = {"shogi": 13, "othello": 14, "gomoku": 12}


def seconds(program, game, depth, threads, hash_mb):
    begun = time.monotonic()
    done = subprocess.run([program, "bench", game, "--depth", str(depth), "--threads", str(threads), "--hash",
                           str(hash_mb)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"scaling: {done.stderr.strip()}")
    told = sum(int(ms) for ms in re.findall(r"time +(\d+) ms", done.stdout)) / 1000
    return told if told > 0 else time.monotonic() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--games", nargs="+", default=list(DEPTHS), choices=list(DEPTHS))
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2, 4])
    parser.add_argument("--depth", nargs="*", default=[], metavar="GAME=D")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--hash", type=int, default=64)
    options = parser.parse_args()
    depths = DEPTHS | {game: int(depth) for game, depth in (word.split("=") for word in options.depth)}
    print(f"{'game':8} {'depth':>5} " + " ".join(f"{n:>3} threads" for n in options.threads) + "  speed-up")
    for game in options.games:
        medians = [statistics.median(seconds(options.program, game, depths[game], threads, options.hash)
                                     for _ in range(options.runs)) for threads in options.threads]
        ups = " ".join(f"{medians[0] / took:.2f}" if took else "-" for took in medians[1:])
        print(f"{game:8} {depths[game]:5} " + " ".join(f"{took:9.2f} s" for took in medians) + f"  {ups}", flush=True)
    print("\nTwo threads against one:")
    for game in options.games:
        print(f"  {options.program} match {game} --engine 'name=two proto=internal option.Threads=2' --engine 'name=one proto=internal option.Threads=1' "
              "--time 3000 --inc 30 --games 400 --random-plies 6 --balance 100")


main()
