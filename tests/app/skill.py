#!/usr/bin/env python3
"""A USI engine for the small game of tests/toy: it fills the columns evenly, or resigns,
and that the more often the lower its option Skill is."""
import random
import sys

chance, skill, moves = random.Random(1), 50, []
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["usi"]:
        print("id name skill\noption name Threads type spin default 1 min 1 max 8")
        print("option name Skill type spin default 50 min 0 max 100")
        print("option name Style type combo default calm var calm var wild\nusiok", flush=True)
    elif words[:3] == ["setoption", "name", "Skill"]:
        skill = int(words[4])
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        moves = words[3:]
    elif words[:1] == ["go"]:
        column = min("12345", key=moves.count)
        print("bestmove", "resign" if chance.randrange(100) >= skill else column, flush=True)
    elif words[:1] == ["quit"]:
        break
