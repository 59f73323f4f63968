#!/usr/bin/env python3
"""The reliability campaign: campaign.py PART [--seconds N] [--count N] [--seed N] [--built]. Each part ends in one line of
figures and with status 0 when it found nothing. What it found is in build/campaign. Results: docs/measurements/reliability.md.

  lines    random and damaged lines over all protocols against the sanitized program; --seconds (480)
  parsers  tests/fuzz/run.sh with all targets; --seconds (720) for all of them together
  races    8 threads under TSan, go, stop, ponder, new games and options at random; --seconds (240) a game
  stops    rounds of go and stop or ponderhit on the release build, one answer each, latency; --seconds (180)
  games    whole games at the fastest controls, losses on time and other faults; --seconds (480)
  faults   one allocation or file operation fails, in every command; --count (150) places a command and kind
  kills    kill -9 at random moments, the same command goes on; --count (60) a command
  hostile  disk full, read-only folder, 20 handles, no threads, a jumping clock, with every command

--built takes the programs in build/ as they are, --program another yomi, --only some of the commands or games."""
import argparse
import importlib
import os
import pathlib
import sys

from campaign_parts import common

# Seconds and count of each part, unless told.
PARTS = {"lines": (480, 0), "parsers": (720, 0), "races": (240, 0), "stops": (180, 0), "games": (480, 0), "faults": (0, 150),
         "kills": (0, 60), "hostile": (0, 0)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="commands, games or conditions whose names have this in them")
    parser.add_argument("--program", help="this yomi instead of one in build/")
    parser.add_argument("--work", type=pathlib.Path, default=common.WORK, help="folder for what is made and found (build/campaign)")
    parser.add_argument("--built", action="store_true")
    setup = parser.parse_args()
    seconds, count = PARTS[setup.part]
    setup.seconds = setup.seconds or seconds
    setup.count = setup.count or count
    common.WORK = setup.work.resolve()
    findings = common.Findings(setup.part)
    load = os.getloadavg()[0]
    figures = importlib.import_module(f"campaign_parts.{setup.part}").run(setup, findings)
    print(f"{setup.part}: {figures}; findings {len(findings.texts)}; seed {setup.seed}; "
          f"load {load:.1f} to {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    return 1 if findings.texts else 0


sys.exit(main())
