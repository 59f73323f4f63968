#!/usr/bin/env python3
"""Searching many saved games:  python3 search.py PROGRAM [GAMES]. Prints what it measured.

The store is made in the format of version 0.1, so that older programs can be measured, too."""
import os
import random
import sqlite3
import sys
import tempfile
import time

from client import Server, Session

NAMES = ["Anna", "Yomi level 3", "Habu Yoshiharu", "羽生善治", "Tanaka", "김철수", "Guest"]


def make_store(folder, games):
    random.seed(1)
    with sqlite3.connect(os.path.join(folder, "games.sqlite")) as file:
        file.executescript("""PRAGMA synchronous = OFF;
            CREATE TABLE games (key TEXT PRIMARY KEY NOT NULL, game TEXT NOT NULL, title TEXT NOT NULL, first TEXT NOT NULL,
            second TEXT NOT NULL, result TEXT NOT NULL, plies INTEGER NOT NULL, created INTEGER NOT NULL,
            updated INTEGER NOT NULL, record TEXT NOT NULL) WITHOUT ROWID; PRAGMA user_version = 1;""")
        file.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, 80, ?, ?, ?)", (
            (f"{random.getrandbits(96):024x}", random.choice(["shogi", "othello", "gomoku"]), f"Game {i} of the {i % 365}. evening",
             random.choice(NAMES), random.choice(NAMES), random.choice(["1-0", "0-1", ""]), i, i, '{"x":"' + "y" * 4000 + '"}')
            for i in range(games)))
    file.close()


def main():
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        make_store(folder, games)
        begin = time.monotonic()
        server = Server(sys.argv[1], "--engines", "1", data=folder)
        print(f"{games} games of 4 kB; the server started in {time.monotonic() - begin:.2f} s")
        searcher, other = Session(server), Session(server)
        game = other.hello["games"][0]["name"]
        for query in ("", "no such text", "4711", "羽生", "yomi"):
            times, others = [], []
            for _ in range(5):
                begin = time.monotonic()
                number = searcher.send("list", query=query)
                other.ask("position", game=game)
                others.append(time.monotonic() - begin)
                total = searcher.wait(number)["total"]
                times.append(time.monotonic() - begin)
            print(f"{query!r}: {total} found, median {sorted(times)[2] * 1000:.0f} ms; "
                  f"a question about rules meanwhile: worst {max(others) * 1000:.1f} ms")
        searcher.close()
        other.close()
        return server.stop()


if __name__ == "__main__":
    sys.exit(main())
