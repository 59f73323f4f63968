"""An engine for one game, and its searches."""
from __future__ import annotations

import ctypes as c
import queue
from typing import Iterator, Mapping, Optional, Sequence, Union

from . import _library as raw
from ._library import lib
from .types import Board, Bound, Cell, Kind, Option, Outcome, Proof, Report, Result, Status, YomiError

_OPTION_TYPES = ("check", "spin", "combo", "text", "button")
Value = Union[str, int, bool]


def _text(value: Optional[bytes]) -> str:
    return value.decode() if value else ""


def _check(status: int, error: raw.ErrorText) -> None:
    if status != Status.OK:
        raise YomiError(status, error.text.decode(errors="replace"))


def _option_text(value: Value) -> bytes:
    if isinstance(value, bool):
        return b"true" if value else b"false"
    return str(value).encode()


def version() -> str:
    """The version of the library, such as "1.0.0"."""
    return _text(lib.yomi_version())


def games() -> dict[str, str]:
    """The games that there are: name and title."""
    return {_text(lib.yomi_game_name(i)): _text(lib.yomi_game_title(i)) for i in range(lib.yomi_game_count())}


def level(game: str, number: int) -> tuple[int, int]:
    """How strong to play, for people, from 1 to 11: a limit of nodes and a value of the option Spread."""
    out = raw.Level()
    names = list(games())
    status = lib.yomi_game_level(names.index(game) if game in names else -1, number, c.byref(out))
    if status != Status.OK:
        raise YomiError(status, f"there is no level {number} of '{game}'")
    return out.nodes, out.spread


def _report(it: raw.Report) -> Report:
    return Report(Kind(it.kind), it.depth, it.seldepth, it.selectivity, it.line, it.score, it.win_in, Bound(it.bound),
                  tuple(_text(it.pv).split()), it.nodes, it.nps, it.time_ms, it.hashfull, _text(it.current),
                  it.current_number, _text(it.text), it.games)


def _result(it: raw.Result) -> Result:
    stats = {_text(it.stats[i].name): it.stats[i].value for i in range(it.stat_count)}
    return Result(_text(it.best), _text(it.ponder), it.depth, it.seldepth, it.selectivity, it.score, it.win_in,
                  Bound(it.bound), tuple(_text(it.pv).split()), it.nodes, it.time_ms, Proof(it.proof),
                  _text(it.stage), stats)


class Search:
    """A running search: an iterator of its reports.

        for report in engine.search(depth=12):
            print(report.depth, report.score, report.pv)

    `result()` waits for the end. In a `with` block the search is stopped at the block's end.
    """

    def __init__(self, engine: "Engine", limits: raw.Limits) -> None:
        self._engine = engine
        self._reports: queue.SimpleQueue[Union[Report, Result]] = queue.SimpleQueue()
        self._result: Optional[Result] = None
        # Kept for as long as the library may call them.
        self._callbacks = raw.Callbacks(raw.ON_REPORT(self._on_report), raw.ON_RESULT(self._on_result), None)
        error = raw.ErrorText()
        _check(lib.yomi_go(engine._handle(), c.byref(limits), c.byref(self._callbacks), c.byref(error)), error)

    def _on_report(self, _context: object, report: "c._Pointer[raw.Report]") -> None:
        self._reports.put(_report(report.contents))

    def _on_result(self, _context: object, result: "c._Pointer[raw.Result]") -> None:
        self._reports.put(_result(result.contents))

    def __iter__(self) -> Iterator[Report]:
        return self

    def __next__(self) -> Report:
        if self._result is not None:
            raise StopIteration
        told = self._reports.get()
        if isinstance(told, Report):
            return told
        lib.yomi_wait(self._engine._handle())  # the engine is idle again before anybody hears of the result
        self._result = told
        raise StopIteration

    def result(self) -> Result:
        """Waits until the search has ended. One without a limit has to be stopped."""
        for _ in self:
            pass
        assert self._result is not None
        return self._result

    def stop(self) -> None:
        """Asks for the result, which comes soon. Harmless when the search has ended. For any thread."""
        if self._result is None:
            self._engine._stop(self)

    def ponderhit(self) -> None:
        """The move pondered on was played: the clock starts now."""
        if self._result is None:
            lib.yomi_ponderhit(self._engine._handle(), None)

    @property
    def done(self) -> bool:
        """Whether the result is known, that is, was reached by iterating or by result()."""
        return self._result is not None

    def __enter__(self) -> "Search":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.result()


class Engine:
    """Plays, analyses and solves one game: "shogi", "othello", "gomoku" or "dobutsu".

        with Engine("shogi", Hash=256, Threads=2) as engine:
            engine.set_position(moves=["7g7f", "3c3d"])
            print(engine.search(movetime_ms=1000).result().best)

    Moves and positions are text in the game's usual notation: USI and SFEN in shogi, so that they fit python-shogi and
    cshogi. Keywords are options of the engine (see options()). One thread at a time may use an engine; only
    Search.stop() may come from any. After a YomiError the engine is as it was.
    """

    def __init__(self, game: str, **options: Value) -> None:
        self._engine: Optional[c.c_void_p] = None
        self._search: Optional[Search] = None
        handle, error = c.c_void_p(), raw.ErrorText()
        _check(lib.yomi_open(game.encode(), c.byref(handle), c.byref(error)), error)
        self._engine = handle
        self.game = game.lower()
        try:
            for name, value in options.items():
                self.set_option(name, value)
        except YomiError:
            self.close()
            raise

    def _handle(self) -> c.c_void_p:
        if self._engine is None:
            raise YomiError(Status.UNSUPPORTED, "the engine is closed")
        return self._engine

    def _stop(self, search: Search) -> None:
        if self._search is search and self._engine is not None:
            lib.yomi_stop(self._engine)

    def close(self) -> None:
        """Stops a running search and frees everything. May be called twice."""
        if self._engine is not None:
            lib.yomi_close(self._engine)
        self._engine = None

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    # ---- options ----

    def set_option(self, name: str, value: Value = "") -> None:
        """Sets an option by its name, in upper or lower case. Slow consequences come with ready() or the next search."""
        error = raw.ErrorText()
        _check(lib.yomi_set_option(self._handle(), name.encode(), _option_text(value), c.byref(error)), error)

    def get_option(self, name: str) -> str:
        """The value of an option as text. KeyError when there is none of this name."""
        value = lib.yomi_get_option(self._handle(), name.encode())
        if value is None:
            raise KeyError(name)
        return _text(value)

    def options(self) -> dict[str, Option]:
        """All options by name, with their values."""
        found = {}
        for index in range(lib.yomi_option_count(self._handle())):
            it = raw.Option()
            lib.yomi_option_at(self._handle(), index, c.byref(it))
            choices = []
            while it.choices and it.choices[len(choices)]:
                choices.append(_text(it.choices[len(choices)]))
            name, initial = _text(it.name), _text(it.initial)
            found[name] = Option(name, _OPTION_TYPES[it.type], self.get_option(name), initial, _text(it.help), it.min,
                                 it.max, tuple(choices), bool(it.advanced), bool(it.rule))
        return found

    def ready(self) -> None:
        """Makes what the options ask for: table, threads, weights. YomiError tells what cannot be had."""
        error = raw.ErrorText()
        _check(lib.yomi_ready(self._handle(), c.byref(error)), error)

    def new_game(self) -> None:
        """The next search belongs to another game."""
        error = raw.ErrorText()
        _check(lib.yomi_new_game(self._handle(), c.byref(error)), error)

    # ---- position ----

    def set_position(self, position: Optional[str] = None, moves: Sequence[str] = ()) -> None:
        """A position in the game's notation (None: the start) and moves on top of it."""
        error = raw.ErrorText()
        texts = (c.c_char_p * len(moves))(*[move.encode() for move in moves])
        start = None if position is None else position.encode()
        _check(lib.yomi_set_position(self._handle(), start, texts, len(moves), c.byref(error)), error)

    def play(self, move: str) -> None:
        """Makes a move."""
        error = raw.ErrorText()
        _check(lib.yomi_play(self._handle(), move.encode(), c.byref(error)), error)

    def undo(self) -> None:
        """Takes the last move back."""
        error = raw.ErrorText()
        _check(lib.yomi_undo(self._handle(), c.byref(error)), error)

    @property
    def position(self) -> str:
        """The current position as text, for set_position()."""
        return _text(lib.yomi_position_text(self._handle()))

    @property
    def moves(self) -> list[str]:
        """The moves made on top of the position that was set."""
        return [_text(lib.yomi_move_at(self._handle(), ply)) for ply in range(lib.yomi_ply(self._handle()))]

    @property
    def legal_moves(self) -> list[str]:
        """All legal moves."""
        return _text(lib.yomi_legal_moves(self._handle())).split()

    def is_legal(self, move: str) -> bool:
        """Whether a move may be played."""
        return bool(lib.yomi_is_legal(self._handle(), move.encode()))

    @property
    def side_to_move(self) -> int:
        """0: the first player, 1: the second."""
        return int(lib.yomi_side_to_move(self._handle()))

    @property
    def outcome(self) -> tuple[Outcome, str]:
        """How the game stands, and why when it has ended."""
        reason = c.c_char_p()
        outcome = lib.yomi_get_outcome(self._handle(), c.byref(reason))
        return Outcome(outcome), _text(reason.value)

    def board(self) -> Board:
        """The position as data."""
        it = raw.Board()
        error = raw.ErrorText()
        _check(lib.yomi_get_board(self._handle(), c.byref(it)), error)
        cells = tuple(self._cell(it.cells[i]) for i in range(it.width * it.height))
        return Board(it.width, it.height, it.side_to_move, cells, (self._held(it, 0), self._held(it, 1)),
                     it.score if it.scored and self.outcome[0] is not Outcome.ONGOING else None)

    def _cell(self, cell: raw.Cell) -> Cell:
        if cell.owner < 0:
            return Cell(None, "", bool(cell.forbidden))
        return Cell(cell.owner, _text(lib.yomi_piece_text(self._handle(), cell.kind, cell.owner)))

    def _held(self, board: raw.Board, side: int) -> Mapping[str, int]:
        return {_text(lib.yomi_piece_text(self._handle(), kind, 0)): board.held[side][kind]
                for kind in range(raw.KINDS_MAX) if board.held[side][kind]}

    def __str__(self) -> str:
        return _text(lib.yomi_board_text(self._handle()))

    def perft(self, depth: int) -> int:
        """The leaves of the game tree at a depth, to check the rules."""
        return int(lib.yomi_perft(self._handle(), depth))

    # ---- search ----

    def search(self, *, depth: int = 0, nodes: int = 0, movetime_ms: int = raw.NO_LIMIT, time_ms: int = raw.NO_LIMIT,
               increment_ms: int = 0, byoyomi_ms: int = 0, moves_to_go: int = 0, mate: int = 0,
               infinite: bool = False, ponder: bool = False, multipv: int = 0, only: Sequence[str] = (),
               exclude: Sequence[str] = (), analysis: bool = False) -> Search:
        """Starts a search of the current position and returns at once; the Search is an iterator of reports.

        It ends by the first limit that it reaches. Without any it goes on until stop(). `mate` looks for a forced win
        within so many plies (-1: of any length). With `analysis` an opening book is told and not played.
        """
        limits = raw.Limits()
        limits.depth, limits.nodes, limits.movetime_ms, limits.time_ms = depth, nodes, movetime_ms, time_ms
        limits.increment_ms, limits.byoyomi_ms, limits.moves_to_go = increment_ms, byoyomi_ms, moves_to_go
        limits.mate, limits.infinite, limits.ponder, limits.multipv = mate, infinite, ponder, multipv
        limits.only = " ".join(only).encode() or None
        limits.except_ = " ".join(exclude).encode() or None
        limits.analysis = analysis
        self._search = Search(self, limits)
        return self._search
