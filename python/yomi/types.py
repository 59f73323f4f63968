"""What an engine tells: plain, immutable data."""
from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Mapping, Optional


class Status(IntEnum):
    """Why a function failed, as in yomi.h."""

    OK = 0
    BAD_INPUT = 1
    NOT_FOUND = 2
    NO_MEMORY = 3
    IO = 4
    BUSY = 5
    TOO_LARGE = 6
    UNSUPPORTED = 7


class YomiError(Exception):
    """A call that failed. The engine is as it was before it. `status` says what kind of failure it was."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = Status(status)


class Outcome(Enum):
    """How a game stands."""

    ONGOING = 0
    FIRST_WINS = 1
    SECOND_WINS = 2
    DRAW = 3


class Bound(Enum):
    """What a score is of the true one."""

    NONE = 0
    UPPER = 1
    LOWER = 2
    EXACT = 3


class Kind(Enum):
    """What a report tells."""

    LINE = 0
    CURRENT_MOVE = 1
    TEXT = 2
    BOOK = 3


class Proof(Enum):
    """The answer to a search with `mate`."""

    NONE = 0
    WIN = 1
    NO_WIN = 2


@dataclass(frozen=True)
class Report:
    """One message of a running search.

    `score` is in hundredths (of a pawn, of a disc) from the side to move; `win_in` counts plies to a forced win,
    negative to a forced loss. Which fields mean something depends on `kind`: `current` and `current_number` belong to
    CURRENT_MOVE, `text` to TEXT, `games` to BOOK.
    """

    kind: Kind
    depth: int
    seldepth: int
    selectivity: int
    line: int
    score: int
    win_in: int
    bound: Bound
    pv: tuple[str, ...]
    nodes: int
    nps: int
    time_ms: int
    hashfull: int
    current: str = ""
    current_number: int = 0
    text: str = ""
    games: int = 0


@dataclass(frozen=True)
class Result:
    """How a search ended. `best` is "" when the position has no move."""

    best: str
    ponder: str
    depth: int
    seldepth: int
    selectivity: int
    score: int
    win_in: int
    bound: Bound
    pv: tuple[str, ...]
    nodes: int
    time_ms: int
    proof: Proof
    stage: str
    stats: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Cell:
    """A place of the board: whose piece (0, 1; None: empty) and what, as programs write it ("+P", "x")."""

    owner: Optional[int]
    piece: str
    forbidden: bool = False


@dataclass(frozen=True)
class Board:
    """The position as data: cells row by row from the top left, pieces in hand by their text, the score at the end."""

    width: int
    height: int
    side_to_move: int
    cells: tuple[Cell, ...]
    held: tuple[Mapping[str, int], Mapping[str, int]]
    score: Optional[int]

    def rows(self) -> list[tuple[Cell, ...]]:
        """The cells as rows, the top one first."""
        return [self.cells[at:at + self.width] for at in range(0, len(self.cells), self.width)]


@dataclass(frozen=True)
class Option:
    """An option of the engine: its type is "check", "spin", "combo", "text" or "button"."""

    name: str
    type: str
    value: str
    initial: str
    help: str
    min: int
    max: int
    choices: tuple[str, ...]
    advanced: bool
    rule: bool
