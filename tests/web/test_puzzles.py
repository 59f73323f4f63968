#!/usr/bin/env python3
"""Puzzles through the server: python3 test_puzzles.py PROGRAM. Lists, verdicts by proof, limits and refusals."""
import sys
import unittest

from client import Server, Session

PROGRAM = ""
KINDS = {"shogi": {"tsume"}, "othello": {"endgame"}, "gomoku": {"vcf", "vcf-ninuki", "vct"}}


class Puzzles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(PROGRAM, "--hash", "8", "--engines", "1")

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == 0, cls.server.logged()

    def setUp(self):
        self.page = Session(self.server)
        self.addCleanup(self.page.close)

    def ask(self, kind, **fields):
        return self.page.wait(self.page.send(kind, **fields))

    def easiest(self, game):
        rows = self.ask("puzzles", game=game)["puzzles"]
        return min(rows, key=lambda row: (row[2], row[3]))[0]

    def test_every_game_has_some(self):
        for game, kinds in KINDS.items():
            rows = self.ask("puzzles", game=game)["puzzles"]
            self.assertGreater(len(rows), 50)
            self.assertLessEqual({row[1] for row in rows}, kinds)
            self.assertEqual(len({row[0] for row in rows}), len(rows))
            one = self.ask("puzzle", game=game, puzzle=rows[0][0])
            self.assertEqual([one["puzzle"], one["kind"], one["length"], one["rating"]], rows[0])
            self.assertEqual(self.ask("position", game=game, start=one["position"], options={}, moves=[])["type"], "position")

    def test_a_puzzle_is_solved_against_the_longest_defence(self):
        for game in KINDS:
            puzzle, moves, verdict = self.easiest(game), [], ""
            while verdict != "solved":
                best = self.ask("solution", game=game, puzzle=puzzle, moves=moves)["moves"]
                moves.append(best[0])
                tried = self.ask("try", game=game, puzzle=puzzle, moves=moves)
                verdict = tried["verdict"]
                self.assertIn(verdict, ("right", "solved"), (game, puzzle, moves))
                moves += tried["moves"]
                self.assertLess(len(moves), 60)

    def test_a_wrong_move_is_refuted(self):
        whys = {"shogi": {"check", "escapes", "slower"}, "othello": {"discs"}, "gomoku": {"four", "loses"}}
        for game, allowed in whys.items():
            puzzle = self.easiest(game)
            start = self.ask("puzzle", game=game, puzzle=puzzle)["position"]
            legal = self.ask("position", game=game, start=start, options={}, moves=[])["legal"]
            best = self.ask("solution", game=game, puzzle=puzzle, moves=[])["moves"][0]
            tried = [self.ask("try", game=game, puzzle=puzzle, moves=[move]) for move in legal if move[:4] != best[:4]][:12]
            self.assertTrue(tried)
            for answer in tried:
                self.assertEqual(answer["verdict"], "wrong", (game, puzzle))
                self.assertIn(answer["why"], allowed)

    def test_refusals_name_what_is_wrong(self):
        puzzle = self.easiest("othello")
        wrong = [({"type": "puzzles", "game": "chess"}, "chess"), ({"type": "puzzle", "game": "othello", "puzzle": "9.9x"}, "9.9x"),
                 ({"type": "try", "game": "othello", "puzzle": puzzle}, "moves"),
                 ({"type": "try", "game": "othello", "puzzle": puzzle, "moves": []}, "no move"),
                 ({"type": "try", "game": "othello", "puzzle": puzzle, "moves": ["z9"]}, "z9"),
                 ({"type": "try", "game": "othello", "puzzle": puzzle, "moves": [7]}, "short text"),
                 ({"type": "try", "game": "othello", "puzzle": puzzle, "moves": ["a1"] * 129}, "128"),
                 ({"type": "solution", "game": "othello", "puzzle": puzzle, "moves": ["x" * 20]}, "short text")]
        for message, why in wrong:
            answer = self.ask(message.pop("type"), **message)
            self.assertEqual(answer["type"], "error", message)
            self.assertIn(why, answer["text"])

    def test_a_page_has_few_places_in_the_queue(self):
        """All at once: some are answered, the others are refused, none is lost."""
        puzzle = self.easiest("gomoku")
        numbers = {self.page.send("solution", game="gomoku", puzzle=puzzle, moves=[]) for _ in range(40)}
        answers = [self.page.receive() for _ in numbers]
        self.assertEqual({answer["id"] for answer in answers}, numbers)
        self.assertTrue(any(answer["type"] == "solution" for answer in answers))
        self.assertTrue(all(answer["type"] == "solution" or answer["code"] == "busy" for answer in answers))


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
