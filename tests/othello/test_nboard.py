#!/usr/bin/env python3
"""A recorded session of the NBoard program (nboard_session.txt) once more: its lines are sent again, and every answer
has to be of the recorded kind. Moves, scores and times are free, but moves are legal, and a hint has as many as were
asked for."""
import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "session"))
from session import Session, run  # noqa: E402

PROGRAM = sys.argv[1]
RECORDING = HERE / "nboard_session.txt"
SCORE = r"-?\d+\.\d\d"
STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


class Board:
    """The rules of Othello, as plain as can be."""

    def __init__(self, cells, side):
        names = [column + row for row in "12345678" for column in "ABCDEFGH"]
        self.cells, self.side = dict(zip(names, cells)), side

    def copy(self):
        return Board(self.cells.values(), self.side)

    def flips(self, move):
        turned = []
        for x, y in STEPS if self.cells.get(move) == "-" else []:
            line, at = [], move
            while self.cells.get(at := chr(ord(at[0]) + x) + chr(ord(at[1]) + y), "-") not in ("-", self.side):
                line.append(at)
            turned += line if self.cells.get(at) == self.side else []
        return turned

    def moves(self):
        return [move for move in self.cells if self.flips(move)] or ["PA"]

    def play(self, move):
        assert move in self.moves(), (move, self.moves())
        for cell in [] if move == "PA" else [move] + self.flips(move):
            self.cells[cell] = self.side
        self.side = "O" if self.side == "*" else "*"


def board_of(game):
    cells, side, moves = re.search(r"BO\[8 ([-*O]{64}) ([*O])\](.*);\)", game).groups()
    board = Board(cells, side)
    for move in re.findall(r"[BW]\[(\w\w)", moves):
        board.play(move)
    return board


class Nboard(Session):
    def __init__(self):
        without_book = {name: value for name, value in os.environ.items() if name != "YOMI_OTHELLO_BOOK"}
        super().__init__([PROGRAM, "nboard"], env=without_book)
        self.board, self.depth = None, 0  # what the GUI has told
        self.asked = []  # searches that were asked for and have not begun: command, board, depth
        self.search = None  # the one that tells lines now
        self.hinted, self.hint_depth = set(), ""  # first moves at its last depth
        self.last_sent = ""

    def tell(self, line):
        words = line.split()
        if line.startswith("set game"):
            self.board = board_of(line)
        elif words[0] == "move":
            self.board.play(words[1][:2])
        elif line.startswith("set depth"):
            self.depth = int(words[2])
        elif words[0] in ("hint", "go"):
            self.asked.append((line, self.board.copy(), self.depth))
        self.last_sent = line
        self.send(line)

    def take_hint(self, line):
        """A search line: the variation is legal, the depth allowed. The line after it has the nodes."""
        assert self.search, line
        _, board, most = self.search
        variation, depth, suffix = re.fullmatch(rf"search ([A-H1-8PA-]+) {SCORE} 0 (\d+)(@\d+%|%)?", line).groups()
        assert suffix == "%" and depth == "100" or int(depth) <= most, (line, self.search[0])
        after = board.copy()
        for move in variation.split("-"):
            after.play(move)
        if self.hint_depth != line.split()[-1]:
            self.hinted, self.hint_depth = set(), line.split()[-1]
        self.hinted.add(variation[:2])
        assert re.fullmatch(r"nodestats \d+ \d+\.\d{3}", follower := self.read()), follower

    def answer(self):
        """The next line that is no hint."""
        while (line := self.read()).startswith("search "):
            self.take_hint(line)
        return line

    def check(self, recorded):
        """What comes next is of the recorded kind."""
        kind = recorded.split()[0]
        if kind == "search":
            # A search that was stopped at once may have had nothing to tell.
            if not self.asked and self.last_sent == self.search[0] and not self.hinted:
                self.take_hint(self.read())
            return
        got = self.answer()
        if kind == "===":
            assert (move := re.fullmatch(rf"=== (\w\w)/{SCORE}/\d+\.\d\d", got)), got
            assert move[1] in self.search[1].moves(), got
        elif kind == "analysis":
            assert re.fullmatch(rf"analysis {recorded.split()[1]} {SCORE}", got), (recorded, got)
        else:
            assert got.rstrip() == recorded, (recorded, got)
        if recorded in ("status Analysing", "status Thinking"):
            self.search, self.hinted, self.hint_depth = self.asked.pop(0), set(), ""
        elif recorded == "status":
            self.end_search()

    def end_search(self):
        if self.search and self.last_sent == self.search[0] and not self.asked and self.last_sent.startswith("hint"):
            wanted, legal = int(self.last_sent.split()[1]), self.search[1].moves()
            assert len(self.hinted) == min(wanted, len(legal)), (wanted, self.hinted, legal)
        self.search = None


def the_recorded_session_has_the_same_answers():
    s = Nboard()
    lines = RECORDING.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        try:
            if line.startswith("> "):
                s.tell(line[2:])
            elif line.startswith("< "):
                s.check(line[2:])
        except Exception as error:
            raise AssertionError(f"{RECORDING.name}:{number}: {line}") from error
    assert sum(line.startswith("< ") for line in lines) > 80
    s.send("quit")
    assert s.wait() == 0


run([the_recorded_session_has_the_same_answers])
