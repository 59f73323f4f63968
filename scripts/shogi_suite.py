#!/usr/bin/env python3
"""What the play search of a USI engine finds at a fixed number of nodes: mates, and the moves of strong players. For a quick
verdict before a match; any USI engine can be asked.

    scripts/shogi_suite.py "build/release/yomi usi" --mates mate7.txt mate9.txt mate11.txt --moves nextmove.tsv --nodes 10000
    scripts/shogi_suite.py PEER --option EvalFile=nn.bin --mates mate11.txt

A line of a file of mates is `[sfen] SFEN moves M...`; found is the first move of a line that the engine calls a mate for itself.
A line of a file of moves is `SFEN moves M<tab>PERCENT ...`, the share of strong players who chose the move; found is a move with the
largest share. --count takes so many lines of each file, spread evenly. The hash table is cleared before every position."""
import argparse
import shlex
import subprocess
import sys


class Engine:
    def __init__(self, command, options):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say("usi")
        self.read_until("usiok")
        for option in options:
            name, _, value = option.partition("=")
            self.say(f"setoption name {name} value {value}")
        self.say("isready")
        self.read_until("readyok")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def read_until(self, word):
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if line.startswith(word):
                return lines
        sys.exit(f"the engine ended before it said {word}")

    def search(self, sfen, nodes):
        """The move that was played, and whether its last score is a mate for the engine."""
        self.say("usinewgame")
        self.say("isready")
        self.read_until("readyok")
        self.say(f"position sfen {sfen}")
        self.say(f"go nodes {nodes}")
        lines = self.read_until("bestmove")
        scores = [line.split("score mate ")[1].split()[0] if "score mate " in line else "-" for line in lines if " score " in line]
        mate = bool(scores) and scores[-1] != "-" and not scores[-1].startswith("-")
        return lines[-1].split()[1], mate

    def close(self):
        self.say("quit")
        self.process.wait(10)


def positions(path, count):
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").removeprefix("sfen ") for line in file if " moves " in line]
    if not rows:
        sys.exit(f"{path}: no line has a position and its moves")
    step = max(1, len(rows) // count) if count else 1
    for row in rows[::step][: count or None]:
        sfen, _, rest = row.partition(" moves ")
        yield sfen, rest


def best_moves(text):
    """Of `7g7f<tab>60.0<tab>2g2f<tab>40.0` or `7g7f 60.0,...`: the moves with the largest share."""
    words = text.replace(",", " ").split()
    shares = {words[i]: float(words[i + 1]) for i in range(0, len(words) - 1, 2)}
    return [move for move, share in shares.items() if share == max(shares.values())]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="command of a USI engine")
    parser.add_argument("--mates", nargs="*", default=[], metavar="FILE")
    parser.add_argument("--moves", nargs="*", default=[], metavar="FILE")
    parser.add_argument("--nodes", type=int, default=10000)
    parser.add_argument("--count", type=int, default=60, help="lines of each file (60); 0: all")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    options = parser.parse_args()
    if not options.mates and not options.moves:
        parser.error("give --mates or --moves")
    engine = Engine(options.engine, options.option)
    for path in options.mates + options.moves:
        found = asked = 0
        for sfen, rest in positions(path, options.count):
            move, mate = engine.search(sfen, options.nodes)
            found += mate if path in options.mates else move in best_moves(rest)
            asked += 1
            if sys.stderr.isatty():
                print(f"\r{path}: {found} of {asked}", end="", file=sys.stderr)
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)
        print(f"{path}: {found} of {asked} {'mates' if path in options.mates else 'moves'} found, {options.nodes} nodes", flush=True)
    engine.close()


main()
