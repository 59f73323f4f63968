#!/usr/bin/env python3
"""The Python package: engines, positions, searches as iterators, analysis. Needs YOMI_LIBRARY and python/ on the path."""
import gc
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import yomi
from yomi import Bound, Engine, Kind, Outcome, Proof, Status, YomiError

TSUME = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"  # G*5b
EXAMPLES = Path(__file__).resolve().parents[2] / "python" / "examples"


class Library(unittest.TestCase):
    def test_games_and_levels(self):
        self.assertEqual(yomi.games()["shogi"], "Shogi")
        weak, strong = yomi.level("othello", 1), yomi.level("othello", 11)
        self.assertLess(weak[0], strong[0])
        for game, number in (("othello", 12), ("othello", 0), ("chess", 1)):
            with self.assertRaises(YomiError) as caught:
                yomi.level(game, number)
            self.assertEqual(caught.exception.status, Status.NOT_FOUND)

    def test_an_unknown_game_is_told_with_those_that_there_are(self):
        with self.assertRaisesRegex(YomiError, "shogi"):
            Engine("chess")

    def test_a_missing_library_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(Path(yomi.__file__).parent, Path(folder, "alone", "yomi"))
            env = {**os.environ, "YOMI_LIBRARY": "/nowhere/libyomi.so", "PYTHONPATH": str(Path(folder, "alone")),
                   "LD_LIBRARY_PATH": "/nowhere"}
            done = subprocess.run([sys.executable, "-c", "import yomi"], capture_output=True, text=True, env=env)
        if done.returncode == 0:
            self.skipTest("a libyomi is installed in this system")
        self.assertIn("libyomi cannot be loaded: /nowhere/libyomi.so", done.stderr)


class Positions(unittest.TestCase):
    def test_moves_in_usi(self):
        with Engine("shogi") as engine:
            self.assertEqual(len(engine.legal_moves), 30)
            engine.set_position(moves=["7g7f", "3c3d", "8h2b+"])
            self.assertEqual(engine.moves, ["7g7f", "3c3d", "8h2b+"])
            self.assertEqual(engine.side_to_move, 1)
            self.assertEqual(engine.board().held[0], {"B": 1})
            self.assertEqual(engine.board().rows()[1][7].piece, "+B")
            engine.undo()
            self.assertTrue(engine.is_legal("8h2b+"))
            self.assertIn("lnsgkgsnl", engine.position)
            self.assertEqual(engine.perft(1), len(engine.legal_moves))

    def test_a_wrong_move_is_named_and_changes_nothing(self):
        with Engine("shogi") as engine:
            engine.set_position(moves=["7g7f"])
            before = engine.position
            for wrong in ("7g7f", "", "nonsense", "1a1b" * 50):
                with self.assertRaises(YomiError) as caught:
                    engine.play(wrong)
                self.assertEqual(caught.exception.status, Status.BAD_INPUT)
            with self.assertRaisesRegex(YomiError, "9i9a"):
                engine.set_position(moves=["7g7f", "9i9a"])
            with self.assertRaises(YomiError):
                engine.set_position("no position")
            self.assertEqual(engine.position, before)

    def test_perft(self):
        for game, leaves in (("shogi", 25470), ("othello", 56)):
            with Engine(game) as engine:
                self.assertEqual(engine.perft(3), leaves, game)

    def test_the_end_of_a_game(self):
        with Engine("othello") as engine:
            while engine.legal_moves:
                engine.play(engine.legal_moves[0])
            outcome, reason = engine.outcome
            self.assertNotEqual(outcome, Outcome.ONGOING)
            score = engine.board().score
            self.assertEqual(outcome, Outcome.DRAW if score == 0 else Outcome.FIRST_WINS if score > 0
                             else Outcome.SECOND_WINS)
            self.assertEqual(engine.search(depth=3).result().best, "")


class Options(unittest.TestCase):
    def test_values_and_kinds(self):
        with Engine("shogi", Hash=8, Threads=2) as engine:
            options = engine.options()
            self.assertEqual((options["Hash"].value, options["Hash"].type), ("8", "spin"))
            engine.set_option("ponder", True)
            self.assertEqual(engine.get_option("Ponder"), "true")
            rule = options["EnteringKingRule"]
            self.assertEqual((rule.type, rule.rule), ("combo", True))
            self.assertIn(rule.value, rule.choices)
            with self.assertRaises(KeyError):
                engine.get_option("Nonsense")
            with self.assertRaises(YomiError):
                engine.set_option("Hash", "many")
            with self.assertRaises(YomiError):
                engine.set_option("Nonsense", 1)

    def test_a_wrong_option_in_the_constructor_leaves_no_engine(self):
        with self.assertRaises(YomiError):
            Engine("gomoku", Threads=0)


class Searches(unittest.TestCase):
    def test_reports_come_in_order_and_the_last_line_is_the_result(self):
        with Engine("shogi", Hash=8) as engine:
            search = engine.search(depth=7)
            lines = [report for report in search if report.kind is Kind.LINE]
            result = search.result()
            self.assertEqual([report.depth for report in lines], sorted(report.depth for report in lines))
            self.assertEqual(result.best, lines[-1].pv[0])
            self.assertEqual(result.score, lines[-1].score)
            self.assertIs(lines[-1].bound, Bound.EXACT)
            self.assertTrue(search.done)
            self.assertGreater(result.stats["nodes"], 0)

    def test_the_same_search_is_the_same(self):
        def nodes():
            with Engine("shogi", Hash=8) as engine:
                return engine.search(depth=8).result().nodes
        self.assertEqual(nodes(), nodes())

    def test_a_search_without_a_limit_ends_by_stop(self):
        with Engine("gomoku", Hash=8) as engine:
            with engine.search(infinite=True) as search:
                self.assertEqual(next(search).line, 1)
                with self.assertRaises(YomiError) as caught:
                    engine.search(depth=1)
                self.assertEqual(caught.exception.status, Status.BUSY)
            self.assertIn(search.result().best, engine.legal_moves)
            search.stop()  # harmless
            engine.search(depth=2).result()

    def test_stop_from_another_thread(self):
        with Engine("othello", Hash=8) as engine:
            search = engine.search(infinite=True)
            threading.Timer(0.1, search.stop).start()
            self.assertIn(search.result().best, engine.legal_moves)

    def test_ponder(self):
        with Engine("shogi", Hash=8) as engine:
            search = engine.search(ponder=True, byoyomi_ms=50)
            time.sleep(0.1)
            search.ponderhit()
            self.assertIn(search.result().best, engine.legal_moves)

    def test_closing_ends_a_search(self):
        engine = Engine("shogi", Hash=8)
        search = engine.search(infinite=True)
        engine.close()
        engine.close()
        search.stop()
        with self.assertRaises(YomiError):
            engine.play("7g7f")

    def test_a_forgotten_engine_is_closed(self):
        engine = Engine("shogi", Hash=8)
        engine.search(infinite=True)
        del engine
        gc.collect()

    def test_limits(self):
        with Engine("shogi", Hash=8) as engine:
            self.assertLessEqual(engine.search(nodes=3000).result().nodes, 3000)
            self.assertEqual(engine.search(depth=3, only=["9g9f"]).result().best, "9g9f")
            self.assertNotEqual(engine.search(depth=3, exclude=["9g9f"]).result().best, "9g9f")
            lines = [report.line for report in engine.search(depth=3, multipv=3) if report.kind is Kind.LINE]
            self.assertEqual(max(lines), 3)
            with self.assertRaises(YomiError):
                engine.search(depth=-1)
            with self.assertRaisesRegex(YomiError, "1a1b"):
                engine.search(depth=1, only=["1a1b"])

    def test_mate(self):
        with Engine("shogi", Hash=8) as engine:
            engine.set_position(TSUME)
            result = engine.search(mate=-1).result()
            self.assertEqual((result.best, result.proof), ("G*5b", Proof.WIN))


class Analysis(unittest.TestCase):
    def test_a_blunder_costs_and_the_best_move_does_not(self):
        with Engine("othello", Hash=8) as engine:
            moves = list(yomi.analyse(engine, ["f5", "d6", "c3"], depth=6))
            self.assertEqual([move.ply for move in moves], [1, 2, 3])
            self.assertEqual([move.side for move in moves], [0, 1, 0])
            for move in moves:
                self.assertEqual(move.loss, max(0, move.best_score - move.score))
        with Engine("shogi", Hash=8) as engine:
            moves = list(yomi.analyse(engine, ["7g7f", "3c3d", "8h5e"], depth=6))
            self.assertGreater(moves[2].loss, 300)  # a bishop for nothing

    def test_an_illegal_move_is_told_before_anything_is_searched(self):
        with Engine("shogi", Hash=8) as engine:
            with self.assertRaisesRegex(YomiError, "1a9i"):
                next(yomi.analyse(engine, ["7g7f", "1a9i"], depth=30))

    def test_a_mate_at_the_end_of_the_game(self):
        with Engine("shogi", Hash=8) as engine:
            moves = list(yomi.analyse(engine, ["G*5b"], TSUME, depth=5))
            self.assertEqual((moves[0].loss, moves[0].best), (0, "G*5b"))

    def test_the_example_runs(self):
        done = subprocess.run([sys.executable, str(EXAMPLES / "analyse_game.py"), "500"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("7g7f", done.stdout)


if __name__ == "__main__":
    unittest.main()
