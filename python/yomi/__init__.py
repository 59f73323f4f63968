"""Yomi: an engine for shogi, Othello, gomoku and dobutsu shogi.

    import yomi

    with yomi.Engine("shogi") as engine:
        engine.set_position(moves=["7g7f", "3c3d"])
        for report in engine.search(depth=10):
            print(report.depth, report.score, *report.pv)
"""
from .analysis import AnalysedMove, analyse
from .engine import Engine, Search, games, level, version
from .types import Board, Bound, Cell, Kind, Option, Outcome, Proof, Report, Result, Status, YomiError

__all__ = ["AnalysedMove", "Board", "Bound", "Cell", "Engine", "Kind", "Option", "Outcome", "Proof", "Report",
           "Result", "Search", "Status", "YomiError", "analyse", "games", "level", "version"]
__version__ = version()
