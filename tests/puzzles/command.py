"""yomi puzzles: the same seed gives the same file, also after a kill in the middle; other files are left alone.

command.py PROGRAM"""
import os
import signal
import subprocess
import sys
import tempfile
import time

program = sys.argv[1]


def make(path, *options, game="othello"):
    return subprocess.run([program, "puzzles", game, path, *options], capture_output=True, text=True, timeout=600)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def check(what, truth, detail=""):
    if not truth:
        sys.exit(f"FAILED: {what} {detail}")


def lines(path):
    return [line.split("\t") for line in read(path).decode().splitlines()]


with tempfile.TemporaryDirectory() as folder:
    whole, torn, half, other = (os.path.join(folder, name) for name in ("whole", "torn", "half", "other"))
    done = make(whole, "--count", "12", "--each", "2", "--seed", "5")
    check("puzzles are made", done.returncode == 0 and done.stdout.startswith("puzzles 12 "), done.stderr)
    rows = lines(whole)
    check("as many as asked for", len(rows) == 12 and all(len(row) == 8 for row in rows))
    shelves = [(row[2], row[3]) for row in rows]
    check("no more of a length than asked for", max(shelves.count(shelf) for shelf in shelves) == 2)

    # A line that a kill has torn is cut off, and the file becomes what it would have been.
    text = read(whole)
    with open(torn, "wb") as file:
        file.write(text[: len(text) * 2 // 3])
    make(torn, "--count", "12", "--each", "2", "--seed", "5")
    check("a torn file goes on", read(torn) == text)

    # Killed for real, somewhere.
    process = subprocess.Popen([program, "puzzles", "othello", half, "--count", "12", "--each", "2", "--seed", "5"])
    while process.poll() is None and (not os.path.exists(half) or os.path.getsize(half) == 0):
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    make(half, "--count", "12", "--each", "2", "--seed", "5")
    check("a killed run goes on", read(half) == text)

    again = make(whole, "--count", "12", "--each", "2", "--seed", "6")
    check("another seed's file is refused", again.returncode == 1 and "another" in again.stderr, again.stderr)
    check("and left alone", read(whole) == text)
    with open(other, "w", encoding="utf-8") as file:
        file.write("Dear diary")
    check("a file that is none is refused", make(other).returncode == 1 and read(other) == b"Dear diary")
    check("a game without puzzles is named", "dobutsu" in make(other, game="dobutsu").stderr)

    # One of each of the other games: few candidates, so that it stays quick.
    for game, tries in (("gomoku", "12"), ("shogi", "2")):
        path, twice = os.path.join(folder, game), os.path.join(folder, game + "2")
        check(f"{game} runs", make(path, "--tries", tries, game=game).returncode == 0)
        make(twice, "--tries", tries, game=game)
        check(f"{game} is the same again", read(path) == read(twice))
print("ok")
