#!/usr/bin/env python3
"""Two people over the server:  python3 test_tables.py PROGRAM"""
import sys
import unittest

from client import Server, Session

PROGRAM = ""


class Tables(unittest.TestCase):
    def setUp(self):
        self.server = Server(PROGRAM, "--engines", "1", "--hash", "1")
        self.addCleanup(lambda: self.assertEqual(self.server.stop(), 0, self.server.logged()))

    def session(self):
        session = Session(self.server)
        self.addCleanup(session.close)
        return session

    def answer(self, session, message_type, **fields):
        return session.wait(session.send(message_type, **fields), "table", "table-left")

    def until(self, session, condition):
        """Reads until the server tells a state of the table that passes."""
        while True:
            message = session.receive()
            if message["type"] == "table" and condition(message):
                return message

    def pair(self, **fields):
        one, two = self.session(), self.session()
        made = self.answer(one, "table-new", game="toy", side="first", name="Aoi", **fields)
        self.assertEqual(made["type"], "table", made)
        sat = self.answer(two, "table-join", table=made["table"], sit=True, name="Ken")
        self.until(one, lambda state: state["taken"] == [True, True])
        return one, two, made, sat

    def test_a_game_to_its_end(self):
        one, two, made, _ = self.pair()
        columns = one.ask("position", game="toy", start=None, options={}, moves=[])["legal"]
        moves = [columns[0], columns[1]] * 3 + [columns[0]]  # four in a column win
        for ply, move in enumerate(moves):
            mover, other = (one, two) if ply % 2 == 0 else (two, one)
            self.assertEqual(self.answer(mover, "table-move", ply=ply, move=move)["type"], "table")
            state = self.until(other, lambda state: len(state["moves"]) == ply + 1)
        self.assertEqual((state["result"], state["names"]), ("1-0", ["Aoi", "Ken"]))
        self.assertEqual(self.answer(two, "table-move", ply=7, move=columns[1])["type"], "error")
        saved = one.ask("save", game="toy", title="won", record={"moves": state["moves"]})
        self.assertEqual(saved["type"], "saved")

    def test_a_flag_falls_on_the_server(self):
        one, two, _, _ = self.pair(time={"byoyomi": 300})
        for session in (one, two):
            state = self.until(session, lambda state: state["result"])
            self.assertEqual((state["result"], state["reason"]), ("0-1", "time"))

    def test_who_comes_back_finds_the_game(self):
        one, two, made, sat = self.pair()
        columns = one.ask("position", game="toy", start=None, options={}, moves=[])["legal"]
        self.answer(one, "table-move", ply=0, move=columns[0])
        two.socket.close()
        self.until(one, lambda state: state["here"] == [True, False])
        again = self.session()
        state = self.answer(again, "table-join", table=made["table"], secret=sat["secret"])
        self.assertEqual((state["seat"], state["moves"]), (1, [columns[0]]))
        self.assertEqual(self.answer(again, "table-move", ply=1, move=columns[1])["type"], "table")
        watcher = self.session()
        state = self.answer(watcher, "table-join", table=made["table"], secret="0" * 32)
        self.assertEqual(state["seat"], -1)
        self.assertNotIn("secret", state)
        self.assertNotIn(sat["secret"], str(state))
        self.assertEqual(self.answer(watcher, "table-act", what="resign")["type"], "error")

    def test_hostile_messages_change_nothing(self):
        one, two, made, _ = self.pair()
        columns = one.ask("position", game="toy", start=None, options={}, moves=[])["legal"]
        hostile = [("table-move", {"ply": 10**9, "move": columns[0]}), ("table-move", {"ply": 0, "move": "x" * 5000}),
                   ("table-move", {"ply": "0", "move": columns[0]}), ("table-move", {"ply": 0, "move": ["a"]}),
                   ("table-act", {"what": None}), ("table-act", {"what": "x" * 100}), ("table-act", {}),
                   ("table-join", {"table": "\x00", "secret": "\u0000"}), ("table-join", {"table": {"a": 1}}),
                   ("table-new", {"game": "toy", "side": "first", "time": {"main": 1e300}}),
                   ("table-new", {"game": "toy", "side": "first", "options": {"Threads": "64"}})]
        for message_type, fields in hostile:
            answer = self.answer(two, message_type, **fields)
            self.assertEqual(answer["type"], "error", (message_type, fields, answer))
        state = self.answer(one, "table-move", ply=0, move=columns[0])
        self.assertEqual((state["type"], state["moves"], state["here"]), ("table", [columns[0]], [True, True]))

    def test_many_tables_of_one_visitor_do_not_shut_others_out(self):
        greedy = self.session()
        for _ in range(200):
            self.assertEqual(self.answer(greedy, "table-new", game="toy", side="first")["type"], "table")
        self.pair()


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=1, warnings="ignore")
