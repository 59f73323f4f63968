#!/usr/bin/env python3
"""Libraries of visitors, where a token is asked for:  python3 test_visitors.py PROGRAM"""
import re
import sqlite3
import sys
import tempfile
import unittest

from client import Server, Session

PROGRAM = ""
TOKEN = "abcdefghijklmnop1234"


class Visitors(unittest.TestCase):
    def serve(self, *arguments, data=None):
        server = Server(PROGRAM, "--engines", "1", "--hash", "1", *arguments, data=data)
        self.addCleanup(lambda: self.assertEqual(server.stop(), 0, server.logged()) if server.process.returncode is None else None)
        return server

    def visitor(self, server):
        """What a browser does that has the token and comes for the first time: the name that it gets."""
        status, headers, _ = server.get("/", Cookie=f"yomi_token={TOKEN}")
        self.assertEqual(status, 200)
        name = re.match(r"yomi_visitor=([0-9a-f]{32}); path=/; httponly; samesite=strict", headers["set-cookie"])
        self.assertIsNotNone(name, headers)
        return name.group(1)

    def session(self, server, visitor=""):
        session = Session(server, Cookie=f"yomi_token={TOKEN}; yomi_visitor={visitor}")
        self.addCleanup(session.close)
        self.assertEqual(session.status, 101)
        return session

    def titles(self, session, query=""):
        answer = session.ask("list", query=query)
        self.assertEqual(answer["total"], len(answer["games"]))
        return sorted(game["title"] for game in answer["games"])

    def test_two_visitors_do_not_see_each_others_games(self):
        server = self.serve("--token", TOKEN)
        one, two = self.visitor(server), self.visitor(server)
        self.assertNotEqual(one, two)
        mine, theirs = self.session(server, one), self.session(server, two)
        key = mine.ask("save", game="toy", title="mine", record={"n": 1})["key"]
        theirs.ask("save", game="toy", title="theirs", record={"n": 2})
        self.assertEqual((self.titles(mine), self.titles(theirs)), (["mine"], ["theirs"]))
        self.assertEqual(self.titles(theirs, query="mine"), [])
        self.assertEqual(theirs.ask("load", key=key)["code"], "not found")
        self.assertEqual(theirs.ask("delete", key=key)["code"], "not found")
        # The same key is another game for another visitor.
        self.assertEqual(theirs.ask("save", game="toy", key=key, title="same key", record={"n": 3})["key"], key)
        self.assertEqual(mine.ask("load", key=key)["saved"]["record"], {"n": 1})
        self.assertEqual(mine.ask("load", key=key)["saved"]["key"], key)
        self.assertEqual(theirs.ask("delete", key=key)["type"], "deleted")
        self.assertEqual(self.titles(mine), ["mine"])

    def test_a_library_is_there_again_after_a_restart(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        server = self.serve("--token", TOKEN, data=folder.name)
        name = self.visitor(server)
        self.session(server, name).ask("save", game="toy", title="kept", record={})
        self.assertEqual(server.stop(), 0)
        again = self.serve("--token", TOKEN, data=folder.name)
        self.assertEqual(self.titles(self.session(again, name)), ["kept"])
        self.assertEqual(self.titles(self.session(again)), [])  # who has no name sees nobody's
        self.assertEqual(again.stop(), 0)

    def test_games_of_before_are_everybodys(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        open_server = self.serve(data=folder.name)
        session = Session(open_server)
        key = session.ask("save", game="toy", title="old", record={"n": 1})["key"]
        session.close()
        self.assertNotIn("set-cookie", open_server.get("/")[1])
        self.assertEqual(open_server.stop(), 0)
        server = self.serve("--token", TOKEN, data=folder.name)
        one, two = (self.session(server, self.visitor(server)) for _ in range(2))
        one.ask("save", game="toy", title="own", record={})
        self.assertEqual((self.titles(one), self.titles(two)), (["old", "own"], ["old"]))
        self.assertEqual(two.ask("save", game="toy", key=key, title="old", record={"n": 2})["type"], "saved")
        self.assertEqual(one.ask("load", key=key)["saved"]["record"], {"n": 2})
        self.assertEqual(server.stop(), 0)
        with sqlite3.connect(f"{folder.name}/games.sqlite") as store:
            self.assertEqual(store.execute("PRAGMA user_version").fetchone()[0], 3)  # a program of before can read it
        plain = self.serve(data=folder.name)
        self.assertEqual(self.titles(Session(plain)), ["old"])
        self.assertEqual(plain.stop(), 0)

    def test_a_name_that_is_none_is_replaced(self):
        server = self.serve("--token", TOKEN)
        for wrong in ("x", "0" * 31, "0" * 33, "G" * 32, "%27" * 10):
            _, headers, _ = server.get("/", Cookie=f"yomi_token={TOKEN}; yomi_visitor={wrong}")
            self.assertIn("yomi_visitor=", headers.get("set-cookie", ""), wrong)
            session = self.session(server, wrong)
            self.assertEqual(session.ask("save", game="toy", title="lost", record={})["type"], "saved")
            self.assertEqual(self.titles(self.session(server, wrong)), [])
        _, headers, _ = server.get("/", Cookie=f"yomi_token={TOKEN}; yomi_visitor={'0' * 32}")
        self.assertNotIn("set-cookie", headers)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=1, warnings="ignore")
