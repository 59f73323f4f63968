#!/usr/bin/env python3
"""A Gomocup brain that plays the first empty cell near the centre and complains about anything out of step."""
import sys

size, stones = 0, {}


def say(text):
    print(text, end="\r\n", flush=True)


def answer():
    cells = ((x, y) for y in range(size) for x in range(size) if (x, y) not in stones)
    move = min(cells, key=lambda c: abs(c[0] - size // 2) + abs(c[1] - size // 2))
    stones[move] = 1
    say(f"{move[0]},{move[1]}")


def put(x, y, side):
    if (x, y) in stones or not (0 <= x < size and 0 <= y < size):
        say(f"ERROR stone at {x},{y}")
        sys.exit(1)
    stones[x, y] = side


lines = (line.strip() for line in sys.stdin)
for line in lines:
    words = line.split()
    if not words or words[0] == "INFO":
        continue
    if words[0] == "START":
        size, stones = int(words[1]), {}
        say("MESSAGE hello")
        say("OK")
    elif words[0] == "BEGIN":
        answer()
    elif words[0] == "TURN":
        put(*map(int, words[1].split(",")), 2)
        answer()
    elif words[0] == "BOARD":
        stones = {}
        for row in iter(lambda: next(lines), "DONE"):
            x, y, side = map(int, row.split(","))
            put(x, y, side)
        answer()
    elif words[0] == "END":
        break
