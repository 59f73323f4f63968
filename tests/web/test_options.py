#!/usr/bin/env python3
"""What a page may set of the engine:  python3 test_options.py PROGRAM"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

from client import Server, Session

PROGRAM = ""


class Options(unittest.TestCase):
    def serve(self, *arguments):
        server = Server(PROGRAM, "--engines", "1", "--hash", "2", *arguments)
        session = Session(server)
        self.addCleanup(lambda: self.assertEqual(server.stop(), 0, server.logged()))
        self.addCleanup(session.close)
        return session

    def options(self, session, game):
        answer = session.wait(session.send("options", game=game), "options")
        return {option["name"]: option for option in answer["options"]}

    def go(self, session, game, **engine):
        return session.ask("go", game=game, start=None, options={}, moves=[], limits={"depth": 2}, engine=engine)

    def test_what_the_owner_allows(self):
        session = self.serve("--threads", "2", "--max-threads", "3", "--max-hash", "8")
        for game in [entry["name"] for entry in session.hello["games"]]:
            options = self.options(session, game)
            self.assertEqual((options["Threads"]["value"], options["Threads"]["max"]), ("2", 3))
            self.assertEqual((options["Hash"]["value"], options["Hash"]["max"]), ("2", 8))
            for option in options.values():
                self.assertIn(option["type"], ("check", "spin", "combo"))  # no text: it would name a file
                self.assertTrue(option["help"])
                if option["name"].endswith("Hash"):
                    self.assertLessEqual(option["max"], 8)
                    self.assertLessEqual(int(option["value"]), 8)
            self.assertFalse({"EvalFile", "BookFile", "WorkerStackMB", "Rule", "Spread"} & set(options))

    def test_searches_use_them_and_errors_are_told(self):
        session = self.serve("--max-threads", "2", "--max-hash", "4")
        game = session.hello["games"][0]["name"]
        self.assertEqual(self.go(session, game, Threads="2", Hash="4")["type"], "result")
        for wrong in ({"Threads": "3"}, {"Hash": "5"}, {"Hash": "many"}, {"Hash": 4}, {"EvalFile": "/etc/passwd"},
                      {"BookFile": "x"}, {"WorkerStackMB": "1024"}, {"MultiPV": "2"}, {"SharedTree": "maybe"}, {"x" * 5000: "1"}):
            answer = self.go(session, game, **wrong)
            self.assertEqual(answer["type"], "error", wrong)
            self.assertIn("engine option", answer["text"])
        self.assertEqual(session.ask("go", game=game, moves=[], limits={"depth": 1}, engine=[1])["type"], "error")
        self.assertEqual(session.wait(session.send("options", game="chess"), "options")["type"], "error")
        self.assertEqual(self.go(session, game)["type"], "result")

    def test_files_of_the_owner(self):
        games = [entry["name"] for entry in self.serve().hello["games"]]
        for wrong, why in (("x", "GAME.NAME=FILE"), ("chess.BookFile=x", "chess"), (f"{games[0]}.Threads=2", "names a file"),
                           (f"{games[0]}.Nothing=x", "names a file")):
            done = subprocess.run([PROGRAM, "serve", "--port", "0", "--option", wrong], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(why, done.stderr)
        if "othello" not in games:
            return
        with tempfile.TemporaryDirectory() as folder:
            bad = pathlib.Path(folder) / "bad.book"
            bad.write_text("no book", encoding="ascii")
            done = subprocess.run([PROGRAM, "serve", "--port", "0", "--option", f"othello.BookFile={bad}"], capture_output=True,
                                  text=True, timeout=60)
            self.assertEqual(done.returncode, 2, done)
            book, rows = pathlib.Path(folder) / "own.book", pathlib.Path(folder) / "rows.txt"
            rows.write_text("f5d6c3d3c4f4\n" * 3, encoding="ascii")
            subprocess.run([PROGRAM, "book", "othello", book, rows, "--plies", "4"], check=True, capture_output=True)
            subprocess.run([PROGRAM, "book", "othello", book, "--depth", "3"], check=True, capture_output=True)
            session = self.serve("--option", f"othello.BookFile={book}")
            number = session.send("go", game="othello", start=None, options={}, moves=["f5"], limits={"infinite": True})
            self.assertEqual(session.wait(number, "book")["move"], "d6")
            session.send("stop")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=1, warnings="ignore")
