"""yomi play GAME --puzzles: solved by what `show` tells, wrong moves are refuted.  play.py PROGRAM"""
import subprocess
import sys

program = sys.argv[1]


class Session:
    def __init__(self, game):
        self.process = subprocess.Popen([program, "play", game, "--puzzles", "--level", "1", "--ascii"], text=True, bufsize=0,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.told = self.read()

    def read(self):
        """Up to the next prompt, or the end."""
        text = ""
        while not text.endswith("puzzle> "):
            piece = self.process.stdout.read(1)
            if not piece:
                break
            text += piece
        return text

    def say(self, line):
        self.process.stdin.write(line + "\n")
        return self.read()


def check(what, truth, detail=""):
    if not truth:
        sys.exit(f"FAILED: {what}\n{detail}")


for game in ("shogi", "othello", "gomoku"):
    session = Session(game)
    check("a puzzle is told", "rating" in session.told, session.told)
    check("what is no move is named", "not a legal move" in session.say("zz9"))
    for _ in range(40):
        hint = session.say("hint").split("hint: ")[1].split()[0]
        told = session.say(hint)
        check("the hint is right", "right" in told or "solved!" in told, told)
        if "solved!" in told:
            break
    else:
        sys.exit("FAILED: the puzzle does not end")
    check("the solution is told", "solution: " in session.say("show"))
    end = session.say("quit")
    check("help does not count as solved", "solved without help 0 of 2" in end, end)
    check("it ends well", session.process.wait(60) == 0)
dobutsu = subprocess.run([program, "play", "dobutsu", "--puzzles"], capture_output=True, text=True, timeout=60)
check("a game without puzzles says so", dobutsu.returncode == 1 and "no puzzles" in dobutsu.stderr, dobutsu.stderr)
print("ok")
