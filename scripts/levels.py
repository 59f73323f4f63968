#!/usr/bin/env python3
"""levels.py PROGRAM [GAME ...] [--games N]: matches between neighbouring levels, from the tables in src/GAME/GAME.c.

One match at a time, single-threaded, at fixed nodes: the figures do not depend on the machine. Prints a row of
docs/measurements/levels.md for each pair."""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPENINGS = {"shogi": ["8", "150"], "othello": ["8", "300"], "gomoku": ["4", "150"]}  # random plies, how even


def levels_of(game):
    text = (ROOT / "src" / game / f"{game}.c").read_text(encoding="utf-8")
    table = re.search(r"GameLevel levels\[YOMI_LEVELS\] = \{(.*?)\};", text, re.S).group(1)
    return [(int(nodes), int(spread)) for nodes, spread in re.findall(r"\{(\d+), (\d+)\}", table)]


def engine(number, level):
    return f"name=level{number} proto=internal nodes={level[0]} option.Spread={level[1]} option.Hash=16"


def elo(result, field):
    return "∞" if result[field] is None else f"{result[field]:+.0f}"


def measure(program, game, number, lower, upper, games):
    plies, balance = OPENINGS[game]
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        subprocess.run([program, "match", game, "--engine", engine(number + 1, upper), "--engine", engine(number, lower), "--games",
                        str(games), "--seed", "7", "--max-plies", "320", "--random-plies", plies, "--balance", balance,
                        "--balance-depth", "3", "--json", out.name, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        result = json.load(open(out.name, encoding="utf-8"))["engines"][0]
    score = (result["wins"] + result["draws"] / 2) / games
    print(f"| {game} | {number} → {number + 1} | {lower[0]}, {lower[1]} → {upper[0]}, {upper[1]} | {100 * score:.1f} % of {games} | "
          f"{elo(result, 'elo')} [{elo(result, 'elo_low')}, {elo(result, 'elo_high')}] |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("game", nargs="*", default=list(OPENINGS))
    parser.add_argument("--games", type=int, default=200)
    arguments = parser.parse_args()
    for game in arguments.game:
        levels = levels_of(game)
        for number in range(1, len(levels)):
            measure(arguments.program, game, number, levels[number - 1], levels[number], arguments.games)


if __name__ == "__main__":
    main()
