#!/usr/bin/env python3
"""The searches are the ones that were committed, and each protocol gives a side its own clock. A change of a search
changes a line here; nothing else may.

    test_signatures.py PROGRAM fast|slow|shallow

`shallow` is for tests/tools/on_cpu.py, which sets YOMI_CPU: the same trees on every path of the vector code. The same
lines hold for every compiler, so gcc = clang = portable."""
import subprocess
import sys

from session import Session, run

PROGRAM = sys.argv[1]
PACE = sys.argv[2]
SLOW = PACE == "slow"  # a sanitizer is in it

# game: positions, signature at the usual depth (the same as `yomi bench GAME`), signature at depth 7
SEARCHES = {
    "shogi": (8, "5083ae4a093194d6", "0b59d2327707a20a"),
    "othello": (5, "7fb5d5c5957a72c1", "56ce5521de0ee9db"),
    "gomoku": (7, "8fc2e87cd119e0c0", "e3bf23ba95c8240c"),
}


def bench(game, *words):
    done = subprocess.run([PROGRAM, "bench", game, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    return sum(line.startswith("position ") for line in lines), lines[-1]


def depth_seven_searches_the_committed_tree():
    for game, (positions, _, shallow) in SEARCHES.items():
        found = bench(game, "--depth", "7")
        assert found == (positions, "signature " + shallow), (game, found)


def the_usual_depth_searches_the_committed_tree():
    for game, (positions, usual, _) in SEARCHES.items():
        if SLOW and game == "shogi":
            print("     (shogi at depth 7 only: the usual depth takes minutes with a sanitizer)")
            continue
        found = bench(game)
        assert found == (positions, "signature " + usual), (game, found)


def depths(lines):
    return [int(words[words.index("depth") + 1]) for words in map(str.split, lines)
            if words[0] == "info" and "depth" in words]


def usi_takes_the_clock_of_the_side_to_move():
    """A side whose clock is at 0 moves at depth 1; one with an hour goes on, whatever the other has."""
    s = Session([PROGRAM, "usi", "--game", "shogi"])
    s.send("usi")
    s.until("usiok")
    s.send("isready")
    s.until("readyok")
    for moves, mine, other in (("", "btime", "wtime"), (" moves 7g7f", "wtime", "btime")):
        s.send("position startpos" + moves)
        s.send(f"go {mine} 0 {other} 3600000")
        assert max(depths(s.until("bestmove"))) == 1, s.seen[-3:]
        s.send("position startpos" + moves)
        s.send(f"go {mine} 3600000 {other} 0")
        got = []
        while not got or not depths(got[-1:]) or depths(got[-1:])[0] < 3:
            got.append(s.read())
            assert got[-1] is not None and not got[-1].startswith("bestmove"), got
        s.send("stop")
        s.until("bestmove")
    s.send("quit")
    assert s.wait() == 0


if PACE == "shallow":
    run([depth_seven_searches_the_committed_tree])
else:
    run([depth_seven_searches_the_committed_tree, the_usual_depth_searches_the_committed_tree,
         usi_takes_the_clock_of_the_side_to_move])
