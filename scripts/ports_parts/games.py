#!/usr/bin/env python3
"""games.py PROGRAM [PREFIX ...]: a whole game over each protocol, as a GUI or a manager plays it, and the signatures.

Prints the dialogues and a line for each game. Ends with 1 when a game does not come to its end or the signatures are not
those that the tests pin for the native program. PREFIX is what starts the program, when the system cannot."""
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Engine:
    """A program that is spoken to in lines."""

    def __init__(self, command):
        begun = time.monotonic()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.begun = begun

    def say(self, line):
        print(">", line)
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def hear(self, pattern):
        """The match of the first line that has the pattern; other lines are passed over."""
        for raw in self.process.stdout:
            line = raw.decode("utf-8").rstrip("\r\n")
            found = re.match(pattern, line)
            if found:
                print("<", line)
                return found
        raise SystemExit(f"the program ended before a line /{pattern}/ came")

    def end(self, line):
        self.say(line)
        self.process.stdin.close()
        code = self.process.wait(60)
        if code != 0:
            raise SystemExit(f"the program ended with code {code}")


def usi(command):
    engine, moves = Engine([*command, "usi"]), []
    engine.say("usi")
    engine.hear("usiok")
    engine.say("setoption name USI_Hash value 16")
    engine.say("isready")
    engine.hear("readyok")
    start = time.monotonic() - engine.begun
    engine.say("usinewgame")
    while len(moves) < 320:
        engine.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        engine.say("go nodes 300")
        move = engine.hear(r"bestmove (\S+)").group(1)
        if move in ("resign", "win"):
            break
        moves.append(move)
    engine.say("gameover draw")
    engine.end("quit")
    return len(moves) > 20, f"{len(moves)} moves, ready after {1000 * start:.0f} ms"


def nboard(command):
    engine, moves, passes = Engine([*command, "nboard"]), 0, 0
    for line in ("nboard 2", "set depth 4", "set game (;GM[Othello]PC[a]PB[b]PW[w]RE[?]TI[0]TY[8]BO[8 "
                 "---------------------------O*------*O--------------------------- *];)"):
        engine.say(line)
    engine.say("ping 1")
    engine.hear("pong 1")
    while passes < 2 and moves < 130:
        engine.say("go")
        move = engine.hear(r"=== (\w+)").group(1)
        passes = passes + 1 if move.lower().startswith("pa") else 0
        moves += 1
        engine.say(f"move {move}")
    engine.end("quit")
    return passes == 2 and moves > 20, f"{moves} moves"


def gtp(command):
    engine, moves, passes = Engine([*command, "gtp"]), 0, 0
    for line in ("protocol_version", "boardsize 8", "clear_board", "level 2"):
        engine.say(line)
        engine.hear(r"[=?]")
    while passes < 2 and moves < 130:
        engine.say("genmove " + "bw"[moves % 2])
        move = engine.hear(r"= ?(\w+)").group(1)
        passes = passes + 1 if move.lower() == "pass" else 0
        moves += 1
    engine.end("quit")
    return passes == 2 and moves > 20, f"{moves} moves"


def five(stones, last):
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        count = 1
        for sign in (1, -1):
            x, y = last[0] + sign * dx, last[1] + sign * dy
            while (x, y) in stones:
                count, x, y = count + 1, x + sign * dx, y + sign * dy
        if count >= 5:
            return True
    return False


def gomocup(command):
    """Two brains, as the manager of piskvork starts them: by their name, without arguments."""
    brains, stones, said, moves = [Engine([*command, "gomocup"]) for _ in range(2)], (set(), set()), "BEGIN", 0
    for brain in brains:
        brain.say("START 15")
        brain.hear("OK")
        for info in ("timeout_turn 100", "timeout_match 0", "max_memory 83886080", "game_type 1", "rule 0"):
            brain.say(f"INFO {info}")
    won = False
    while not won and moves < 225:
        brain = brains[moves % 2]
        brain.say(said)
        move = brain.hear(r"\d+,\d+$").group(0)
        place = tuple(int(n) for n in move.split(","))
        if place in stones[0] | stones[1]:
            raise SystemExit(f"{move} is taken")
        stones[moves % 2].add(place)
        won = five(stones[moves % 2], place)
        said, moves = f"TURN {move}", moves + 1
    for brain in brains:
        brain.end("END")
    return won or moves == 225, f"{moves} moves, " + ("five in a row" if won else "the board is full")


def pinned(game):
    """The signature that the tests pin for the game."""
    text = (ROOT / "tests/session/test_signatures.py").read_text(encoding="utf-8")
    found = re.search(rf'"{game}": \(\d+, "([0-9a-f]{{16}})"', text)
    if not found:
        found = re.search(r"signature ([0-9a-f]{16})", (ROOT / f"tests/{game}/test_program.py").read_text(encoding="utf-8"))
    return found.group(1)


def signatures(command):
    good, told = True, []
    for game in (ROOT / "src/games.list").read_text().split():
        begun = time.monotonic()
        text = subprocess.run([*command, "bench", game], capture_output=True, text=True, check=True).stdout
        signature = re.search(r"signature (\w+)", text).group(1)
        nps = re.search(r"nps (\d+)", text).group(1)
        good = good and signature == pinned(game)
        told.append(f"{game} {signature} ({nps} nodes/s, {time.monotonic() - begun:.0f} s)")
    return good, ", ".join(told)


def main():
    command, bad = [*sys.argv[2:], sys.argv[1]], False
    lines = []
    for name, play in (("usi", usi), ("nboard", nboard), ("gtp", gtp), ("gomocup", gomocup), ("signatures", signatures)):
        print(f"== {name}")
        good, text = play(command)
        bad = bad or not good
        lines.append(f"{name}: {'good' if good else 'BAD'}: {text}")
    print("== summary")
    print("\n".join(lines))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
