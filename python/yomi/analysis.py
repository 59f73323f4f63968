"""What each move of a game lost."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, Optional, Sequence

from .engine import Engine
from .types import Result, YomiError


@dataclass(frozen=True)
class AnalysedMove:
    """A move of a game and what the engine says to it, from the side that made it.

    `loss` is how much worse the move was than the best one, in hundredths, never below 0. Where one of the two scores
    is a forced win or loss, it is the difference of scores in which a win counts `WIN`.
    """

    ply: int
    move: str
    best: str
    score: int
    best_score: int
    loss: int
    side: int
    pv: tuple[str, ...]


WIN = 30000


def _value(result: Result) -> int:
    if result.win_in > 0:
        return WIN - result.win_in
    if result.win_in < 0:
        return -WIN - result.win_in
    return result.score


def _search(engine: Engine, limits: dict[str, int]) -> Optional[Result]:
    return engine.search(**limits).result() if engine.legal_moves else None


def analyse(engine: Engine, moves: Sequence[str], position: Optional[str] = None,
            **limits: int) -> Iterator[AnalysedMove]:
    """Plays the moves on a position (None: the start) and searches before and after each: depth=, nodes=, movetime_ms=.

        for move in analyse(engine, "7g7f 3c3d 2g2f".split(), nodes=100_000):
            print(move.ply, move.move, move.loss)

    Every position is searched once. The engine is left at the last position. An illegal move is a YomiError that names
    it, told before anything is searched.
    """
    engine.set_position(position, moves)
    engine.set_position(position)
    before = _search(engine, limits)
    for ply, move in enumerate(moves):
        side = engine.side_to_move
        engine.play(move)
        after = _search(engine, limits)
        if before is None:
            raise YomiError(1, f"the game had ended before move {ply + 1}")
        best_score = _value(before)
        if after is None:
            score = best_score if move == before.best else _final(engine, side)
        else:
            score = _value(after) if engine.side_to_move == side else -_value(after)
        if move == before.best:
            score = max(score, best_score)
        yield AnalysedMove(ply + 1, move, before.best, score, best_score, max(0, best_score - score), side, before.pv)
        before = after


def _final(engine: Engine, side: int) -> int:
    """The value of a game that has ended, from a side."""
    board = engine.board()
    if board.score is not None:
        return board.score if side == 0 else -board.score
    winner = {1: 0, 2: 1}.get(engine.outcome[0].value)
    return 0 if winner is None else WIN if winner == side else -WIN
