#!/usr/bin/env python3
"""The server from the outside: python3 test_server.py PROGRAM. The program must know at least one game."""
import gzip
import json
import os
import random
import signal
import socket
import sqlite3
import struct
import sys
import tempfile
import threading
import time
import unittest

from client import Server, Session, wait_for

PROGRAM = ""


class WithServer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(PROGRAM, "--engines", "2", "--hash", "1", "--sessions", "40")

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == 0, "the server did not end well:\n" + cls.server.logged()

    def session(self, **headers):
        session = Session(self.server, **headers)
        self.addCleanup(session.close)
        return session

    def first_game(self, session):
        return session.hello["games"][0]["name"]


class Pages(WithServer):
    def test_the_page_comes_with_its_type_and_its_guards(self):
        status, headers, body = self.server.get("/")
        self.assertEqual(status, 200)
        self.assertEqual(headers["content-type"], "text/html; charset=utf-8")
        self.assertIn(b"<!doctype html>", body.lower())
        self.assertIn("default-src 'none'", headers["content-security-policy"])
        self.assertEqual(headers["cross-origin-opener-policy"], "same-origin")
        self.assertEqual(headers["cross-origin-embedder-policy"], "require-corp")
        self.assertEqual(headers["x-content-type-options"], "nosniff")

    def test_a_known_page_is_not_sent_again(self):
        _, headers, _ = self.server.get("/")
        status, _, body = self.server.get("/", If_None_Match=headers["etag"])
        self.assertEqual((status, body), (304, b""))

    def test_compressed_and_plain_are_the_same_page(self):
        _, _, plain = self.server.get("/")
        _, headers, packed = self.server.get("/", Accept_Encoding="gzip, deflate")
        self.assertEqual(headers["content-encoding"], "gzip")
        self.assertEqual(gzip.decompress(packed), plain)

    def test_a_head_has_no_body(self):
        status, headers, body = self.server.get("/", method="HEAD")
        self.assertEqual((status, body), (200, b""))
        self.assertGreater(int(headers["content-length"]), 0)

    def test_no_answer_to_a_head_has_a_body(self):
        for path, host, status in (("/", None, 200), ("/health", None, 200), ("/nothing", None, 404), ("/", "evil.example", 403)):
            headers = {"Host": host} if host else {}
            got, fields, body = self.server.get(path, method="HEAD", **headers)
            self.assertEqual((got, body), (status, b""), path)
            self.assertEqual(int(fields["content-length"]), len(self.server.get(path, **headers)[2]), path)

    def test_a_connection_serves_several_requests(self):
        with socket.create_connection((self.server.host, self.server.port), 10) as connection:
            for method in ("GET", "HEAD", "GET"):
                connection.sendall(f"{method} /health HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                answer = b""
                while not answer.endswith(b"\r\n\r\n" if method == "HEAD" else b"ok\n"):
                    piece = connection.recv(4096)
                    self.assertTrue(piece, "the server closed the connection")
                    answer += piece
                self.assertTrue(answer.startswith(b"HTTP/1.1 200 "), answer)

    def test_what_follows_a_request_is_not_taken_for_another_one(self):
        smuggled = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for head in (f"Content-Length: {len(smuggled)}", "Transfer-Encoding: chunked", "Connection: close"):
            answer = self.server.raw(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n" + head.encode() + b"\r\n\r\n" + smuggled)
            self.assertEqual(answer.count(b"HTTP/1.1 "), 1, answer)
            self.assertTrue(answer.startswith(b"HTTP/1.1 404 "), answer)
        twice = self.server.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
        self.assertTrue(twice.startswith(b"HTTP/1.1 400 "), twice[:80])

    def test_cookies_of_other_programs_do_not_matter(self):
        for size in (1000, 5000, 100_000):
            self.assertEqual(self.server.get("/health", Cookie="other=" + "x" * size)[0], 200, size)
        self.assertEqual(self.server.get("/health", Cookie="other=" + "x" * 300_000)[0], 431)
        self.assertEqual(self.server.get("/health")[0], 200)

    def test_nothing_but_get_and_head(self):
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"):
            status, _, _ = self.server.get("/", method=method, Content_Length="0")
            self.assertNotEqual(status, 200, method)
        self.assertEqual(self.server.get("/")[0], 200)

    def test_no_path_leads_out(self):
        dots = ["..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "..%00", "%c0%ae%c0%ae", "..;", "....", "%uff0e%uff0e"]
        slashes = ["/", "%2f", "%5c", "\\", "%252f", "//", "/./", "%c0%af"]
        for dot in dots:
            for slash in slashes:
                path = "/" + (dot + slash) * 6 + "etc" + slash + "passwd"
                status, _, body = self.server.get(path)
                self.assertNotIn(b"root:", body, path)
                self.assertNotEqual(status, 200, path)
        for path in ("/%00", "/index.html%00", "/etc/passwd", "//etc/passwd", "file:///etc/passwd", "/assets/", "/."):
            status, _, body = self.server.get(path)
            self.assertNotIn(b"root:", body, path)
        self.assertEqual(self.server.get("/health")[0], 200)

    def test_wrong_hosts_are_refused_and_logged(self):
        for host in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "", "[::1", "a" * 3000):
            self.assertNotEqual(self.server.get("/", Host=host)[0], 200, host)
        for host in (f"localhost:{self.server.port}", f"127.0.0.1:{self.server.port}", "[::1]:80"):
            self.assertEqual(self.server.get("/", Host=host)[0], 200, host)
        self.assertIn("the Host is not this server", self.server.logged())

    def test_garbage_does_not_matter(self):
        random.seed(1)
        for _ in range(30):
            self.server.raw(random.randbytes(random.randrange(1, 3000)) + b"\r\n\r\n", 2)
        self.server.raw(b"GET / HTTP/1.1\r\nHost: " + b"x" * 100000 + b"\r\n\r\n")
        self.server.raw(b"GET /" + b"y" * 100000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self.assertEqual(self.server.get("/health")[0], 200)


class Sessions(WithServer):
    def test_a_greeting_names_the_games(self):
        session = self.session()
        self.assertEqual(session.hello["type"], "hello")
        self.assertEqual(session.hello["protocol"], 1)
        self.assertTrue(session.hello["games"])

    def test_other_sites_are_refused(self):
        port = self.server.port
        for origin in ("http://evil.example", "https://127.0.0.1.evil.example", "null", "file://", f"http://127.0.0.1:{port + 1}",
                       f"http://localhost:{port}", "http://"):
            self.assertEqual(self.session(Origin=origin).status, 403, origin)
        self.assertEqual(self.session(Host="evil.example", Origin="http://evil.example").status, 403)
        self.assertEqual(self.session(path="/other").status, 404)
        self.assertEqual(self.session(Origin=None).status, 101)
        self.assertIn("the Origin is another site", self.server.logged())

    def test_positions_moves_and_outcomes(self):
        session = self.session()
        game = self.first_game(session)
        answer = session.ask("position", game=game)
        self.assertEqual((answer["type"], answer["outcome"], answer["side"]), ("position", "ongoing", 0))
        self.assertEqual(answer["start"], answer["position"])
        moves = []
        while answer["outcome"] == "ongoing" and len(moves) < 200:
            moves.append(random.choice(answer["legal"]))
            answer = session.ask("position", game=game, moves=moves, trace=True)
            self.assertEqual(answer["type"], "position", answer)
            self.assertEqual(len(answer["trace"]), len(moves) + 1)
            self.assertEqual(answer["trace"][-1]["position"], answer["position"])
        again = session.ask("position", game=game, start=answer["trace"][1]["position"], moves=moves[1:])
        self.assertEqual(again["outcome"], answer["outcome"])

    def test_a_search_reports_and_ends_once(self):
        session = self.session()
        game = self.first_game(session)
        number = session.send("go", game=game, limits={"depth": 4, "multipv": 2})
        types = []
        while not types or types[-1] != "result":
            message = session.receive()
            self.assertEqual(message["id"], number)
            types.append(message["type"])
        self.assertEqual(types[0], "started")
        self.assertIn("line", types)
        legal = session.ask("position", game=game)["legal"]
        self.assertIn(message["best"], legal)

    def test_an_analysis_runs_until_it_is_stopped(self):
        session = self.session()
        number = session.send("go", game=self.first_game(session), limits={"infinite": True})
        session.wait(number, "started")
        session.send("stop")
        self.assertEqual(session.wait(number, "result")["type"], "result")

    def test_a_new_search_ends_the_old_one(self):
        session = self.session()
        game = self.first_game(session)
        numbers = [session.send("go", game=game, limits={"infinite": True}) for _ in range(20)]
        last = session.send("go", game=game, limits={"depth": 2})
        ended = []
        while len(ended) < len(numbers) + 1:
            message = session.receive()
            if message["type"] in ("result", "error"):
                self.assertEqual(message["type"], "result")
                ended.append(message["id"])
        self.assertEqual(sorted(ended), numbers + [last])

    def test_everybody_gets_a_turn(self):
        sessions = [self.session() for _ in range(20)]
        game = self.first_game(sessions[0])
        numbers = [session.send("go", game=game, limits={"infinite": True}) for session in sessions]
        for session, number in zip(sessions, numbers):
            self.assertEqual(session.wait(number, "started")["type"], "started")
        mover = self.session()
        begin = time.monotonic()
        self.assertEqual(mover.ask("go", game=game, limits={"movetime": 50})["type"], "result")
        self.assertLess(time.monotonic() - begin, 300)  # the others never end
        for session in sessions:
            session.send("stop")

    def test_wrong_messages_are_answered_and_the_session_lives(self):
        session = self.session()
        game = self.first_game(session)
        wrong = [
            b"", b"{", b"[]", b"null", b'"text"', b"{}", b'{"type":3}', b'{"type":"nothing"}', b'{"type":"position"}',
            b'{"type":"position","game":7}', b'{"type":"position","game":"chess"}', b"[" * 5000, b'{"a":' * 3000,
            b"\x00\x01\x02", b'{"type":"go"}', b'{"type":"load"}', b'{"type":"load","key":"../../etc/passwd"}',
            b'{"type":"save","game":"x"}', b'{"type":"list","limit":1e9}', b'{"type":"delete","key":"ffff"}',
        ]
        for text in wrong:
            session.send_frame(text)
            self.assertEqual(session.receive()["type"], "error", text)
        for fields in ({"game": game, "moves": "e4"}, {"game": game, "moves": ["no such move"]},
                       {"game": game, "moves": [1]}, {"game": game, "moves": ["x"] * 2000},
                       {"game": game, "start": "nonsense"}, {"game": game, "start": 4},
                       {"game": game, "start": "x" * 10000}, {"game": game, "options": {"Hash": 100000}},
                       {"game": game, "options": {"BookFile": "/etc/passwd"}}, {"game": game, "options": [1]}):
            self.assertEqual(session.ask("position", **fields)["type"], "error", fields)
        for limits in ({}, {"depth": 0}, {"depth": 1.5}, {"depth": "x"}, {"movetime": -1}, {"nodes": 1e30}, 3,
                       {"infinite": True, "multipv": 100000}):
            self.assertEqual(session.ask("go", game=game, limits=limits)["type"], "error", limits)
        self.assertEqual(session.ask("position", game=game)["type"], "position")

    def test_messages_in_pieces(self):
        session = self.session()
        text = json.dumps({"type": "position", "id": 5, "game": self.first_game(session)}).encode()
        for i, byte in enumerate(text):
            session.send_frame(bytes([byte]), opcode=1 if i == 0 else 0, final=i == len(text) - 1)
        self.assertEqual(session.receive()["id"], 5)

    def test_oversized_messages_close_the_session(self):
        for length in (2 << 20, 1 << 31, 1 << 40, (1 << 63) - 1):
            session = self.session()
            try:
                session.send_frame(b"x" * 70000, length=length)
            except OSError:
                pass
            self.assertIn(session.closing_code(), (1009, 1002, 0), length)
        session = self.session()
        try:
            session.send_frame(b"[", final=False)
            for _ in range(40):
                session.send_frame(b"1" * 60000, opcode=0, final=False)
        except OSError:
            pass
        self.assertIn(session.closing_code(), (1009, 0))
        self.assertLess(self.server.memory_kb(), 600_000)
        self.assertEqual(self.session().status, 101)

    def test_binary_and_broken_text_close_the_session(self):
        session = self.session()
        session.send_frame(b"\x01\x02", opcode=2)
        self.assertEqual(session.closing_code(), 1003)
        session = self.session()
        session.send_frame(b'{"type":"\xff\xfe"}')
        self.assertIn(session.closing_code(), (1007, 0))
        session = self.session()
        session.send_frame(b"x", opcode=11)
        self.assertIn(session.closing_code(), (1002, 0))

    def test_frames_without_a_mask_close_the_session(self):
        for opcode in (1, 9, 10, 8):
            session = self.session()
            session.send_frame(b"{}", opcode=opcode, masked=False)
            self.assertEqual(session.closing_code(), 1002, opcode)

    def test_broken_frames_close_the_session(self):
        mask = b"\x01\x02\x03\x04"
        broken = {
            "a reserved bit": b"\xc1\x80" + mask, "no such control frame": b"\x8b\x80" + mask,
            "a ping in pieces": b"\x09\x80" + mask, "a long ping": b"\x89\xfe\x00\x7e" + mask + b"x" * 126,
            "a continuation of nothing": b"\x80\x80" + mask, "a long form of a short length": b"\x81\xfe\x00\x01" + mask + b"x",
            "a very long form": b"\x81\xff" + struct.pack(">Q", 7) + mask + b"x" * 7,
            "half a closing code": b"\x88\x81" + mask + b"x", "a code that nobody sends": b"\x88\x82" + mask + b"\x02\xef",
        }
        for name, frame in broken.items():
            session = self.session()
            session.socket.sendall(frame)
            self.assertEqual(session.closing_code(), 1002, name)
        session = self.session()
        session.send_frame(b"", opcode=1, final=False)
        session.send_frame(b"{}", opcode=1)
        self.assertEqual(session.closing_code(), 1002)

    def test_pings_are_answered_within_a_message_too(self):
        session = self.session()
        session.send_frame(b'{"type":"pos', final=False)
        session.send_frame(b"are you there?", opcode=9)
        self.assertEqual(session.receive_frame(), (10, b"are you there?"))
        session.send_frame(b'ition","id":7}', opcode=0)
        self.assertEqual(session.receive()["id"], 7)
        session.send_frame(struct.pack(">H", 1000) + b"bye", opcode=8)
        self.assertEqual(session.closing_code(), 1000)

    def test_an_error_that_quotes_half_a_character_is_still_text(self):
        session = self.session()
        for shift in range(4):
            name = "x" * shift + "読" * 10
            self.assertEqual(session.ask("position", game=name)["type"], "error")
            self.assertEqual(session.ask("x" * shift + "読み" * 20)["type"], "error")

    def test_sessions_are_counted(self):
        sessions = []
        while len(sessions) < 60:
            session = self.session()
            if session.status != 101:
                break
            sessions.append(session)
        self.assertEqual(session.status, 503)
        self.assertLessEqual(len(sessions), 40)
        for session in sessions:
            session.close()
        self.assertTrue(wait_for(lambda: self.session().status == 101))

    def test_connects_and_aborts_leave_nothing(self):
        game = self.first_game(self.session())
        time.sleep(0.5)
        files = self.server.files()

        def abort(i):
            if i % 3 == 0:
                connection = socket.create_connection((self.server.host, self.server.port), 10)
                connection.sendall(b"GET /ws HTTP/1.1\r\nHo"[: i % 20])
            else:
                session = Session(self.server)
                if session.status == 101:
                    session.send("go", game=game, limits={"infinite": True})
                connection = session.socket
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()

        for i in range(300):
            abort(i)
        self.assertTrue(wait_for(lambda: self.server.files() <= files), "connections were left open")
        session = self.session()
        self.assertEqual(session.ask("go", game=game, limits={"depth": 1})["type"], "result")

    def test_a_page_that_does_not_read_is_dropped(self):
        session = self.session()
        session.socket.settimeout(5)
        record = {"text": "x" * 500_000}
        key = session.ask("save", game="toy", record=record)["key"]
        try:
            for _ in range(3000):
                session.send("load", key=key)
        except OSError:
            pass
        self.assertLess(self.server.memory_kb(), 600_000)
        self.assertEqual(self.session().status, 101)


class Junk(unittest.TestCase):
    """Messages that are much larger in memory than on the wire."""

    def grow(self, extra):
        options = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"  # freed memory does not count as held
        server = Server(PROGRAM, "--engines", "1", "--hash", "1", environment={"ASAN_OPTIONS": options})
        try:
            sessions = [Session(server) for _ in range(12)]
            game = sessions[0].hello["games"][0]["name"]
            number = sessions[0].send("go", game=game, limits={"infinite": True})
            sessions[0].wait(number, "started")
            before = server.memory_kb()
            for session in sessions[1:]:
                body = f'{{"type":"go","id":1,"game":"{game}","limits":{{"infinite":true}},"junk":{extra}}}'
                session.send_frame(body.encode())
            for session in sessions[1:]:  # the server has read all that came before this
                self.assertEqual(session.ask("position", game=game)["type"], "position")
            grown = server.memory_kb() - before
            for session in sessions:
                session.close()
            return grown
        finally:
            self.assertEqual(server.stop(), 0)

    def test_waiting_searches_hold_no_junk(self):
        for name, extra in (("values", "[" + "1," * 550_000 + "1]"), ("a text", '"' + "x" * 1_100_000 + '"'),
                            ("few values", "[" + ",".join(['"' + "x" * 100 + '"'] * 10_000) + "]")):
            grown = self.grow(extra)
            print(f"11 waiting searches with 1.1 MB of junk ({name}): {grown} kB more", file=sys.stderr)
            self.assertLess(grown, 60_000, name)

    def test_deep_and_many_values_are_refused(self):
        server = Server(PROGRAM)
        try:
            session = Session(server)
            for junk in ("[" * 100 + "]" * 100, "[" + "1," * 20_000 + "1]"):
                session.send_frame(b'{"type":"position","id":1,"junk":' + junk.encode() + b"}")
                self.assertEqual(session.receive()["code"], "too large")
            record = {"nodes": [{"p": i, "m": "7g7f", "t": i % 2} for i in range(20_000)]}
            saved = session.ask("save", game="toy", record=record)
            self.assertEqual(saved["type"], "saved", saved)
            self.assertEqual(session.ask("load", key=saved["key"])["saved"]["record"], record)
        finally:
            self.assertEqual(server.stop(), 0)


class Games(WithServer):
    """Every game of the program, as a page uses it."""

    def test_a_game_of_each_kind_with_searches_on_the_way(self):
        session = self.session()
        random.seed(7)
        for game in [entry["name"] for entry in session.hello["games"]]:
            moves, answer = [], session.ask("position", game=game)
            while answer["outcome"] == "ongoing" and len(moves) < 30:
                moves.append(random.choice(answer["legal"]))
                answer = session.ask("position", game=game, moves=moves)
                if len(moves) % 10 == 0 and answer["outcome"] == "ongoing":
                    self.search(session, game, moves, answer["legal"])
            self.assertEqual(len(session.ask("position", game=game, moves=moves, trace=True)["trace"]), len(moves) + 1)

    def search(self, session, game, moves, legal):
        for limits in ({"movetime": 30}, {"depth": 3, "multipv": 3}, {"time": 500, "increment": 20, "byoyomi": 0},
                       {"time": 0, "byoyomi": 100}, {"nodes": 500}):
            result = session.ask("go", game=game, moves=moves, limits=limits)
            self.assertEqual(result["type"], "result", (game, limits, result))
            self.assertIn(result["best"], legal, (game, limits))
        proof = session.ask("go", game=game, moves=moves, limits={"mate": -1, "movetime": 50})
        self.assertIn(proof.get("proof", "error"), ("none", "win", "no win", "error"))
        number = session.send("go", game=game, moves=moves, limits={"infinite": True, "multipv": 8})
        session.wait(number, "line")
        session.send("stop")
        self.assertEqual(session.wait(number, "result")["type"], "result")

    def test_two_sessions_search_different_games_at_once(self):
        sessions = [self.session() for _ in range(6)]
        games = [entry["name"] for entry in sessions[0].hello["games"]]
        numbers = [session.send("go", game=games[i % len(games)], limits={"infinite": True}) for i, session in enumerate(sessions)]
        for session, number in zip(sessions, numbers):
            self.assertEqual(session.wait(number, "line")["type"], "line")
            session.send("stop")
            self.assertEqual(session.wait(number, "result")["type"], "result")


class SavedGames(WithServer):
    def test_save_load_list_delete(self):
        session = self.session()
        record = {"moves": ["a", "b"], "comment": "読み \u0000 \"' -- 한국어 😀"}
        saved = session.ask("save", game="toy", title="First game", first="Anna", second="Yomi", result="1-0", plies=2, record=record)
        self.assertEqual(saved["type"], "saved")
        loaded = session.ask("load", key=saved["key"])["saved"]
        self.assertEqual((loaded["title"], loaded["plies"], loaded["record"]["moves"]), ("First game", 2, ["a", "b"]))
        self.assertTrue(loaded["record"]["comment"].startswith("読み"))
        session.ask("save", key=saved["key"], game="toy", title="Renamed", record=record)
        for i in range(5):
            session.ask("save", game="toy", title=f"Other {i}", record={})
        self.assertEqual(session.ask("list", query="renAmed")["total"], 1)
        self.assertEqual(session.ask("list", query="%")["total"], 0)
        games = session.ask("list", game="toy", limit=2)
        self.assertGreaterEqual(games["total"], 6)
        self.assertEqual(len(games["games"]), 2)
        self.assertEqual(session.ask("delete", key=saved["key"])["type"], "deleted")
        self.assertEqual(session.ask("load", key=saved["key"])["type"], "error")

    def test_too_much_is_refused(self):
        session = self.session()
        self.assertEqual(session.ask("save", game="toy", title="x" * 1000, record={})["type"], "error")
        self.assertEqual(session.ask("save", game="toy", record={"x": "y" * (1 << 20)})["type"], "error")
        self.assertEqual(session.ask("save", game="toy", key="'; DROP TABLE games; --", record={})["type"], "error")


    def test_a_record_comes_back_as_it_was_sent(self):
        session = self.session()
        text = '{"b": 1.50, "a":[1e3,"\\u8aad\\u0000\\ud83d\\ude00"] , "big":12345678901234567890}'
        session.send_frame(b'{"type":"save","id":1,"game":"toy","record": ' + text.encode() + b' ,"title":"last"}')
        key = session.receive()["key"]
        session.send("load", key=key)
        self.assertIn(text.encode(), session.receive_frame()[1])
        with sqlite3.connect(os.path.join(self.server.data, "games.sqlite")) as file:
            self.assertEqual(file.execute("SELECT record, title FROM games WHERE key = ?", (key,)).fetchone(), (text, "last"))
        file.close()


class Store(unittest.TestCase):
    """What happens to the file behind the server's back."""

    def setUp(self):
        self.server = Server(PROGRAM, "--engines", "1", "--hash", "1")
        self.file = sqlite3.connect(os.path.join(self.server.data, "games.sqlite"), isolation_level=None)
        self.addCleanup(self.end)

    def end(self):
        self.file.close()
        self.assertEqual(self.server.stop(), 0)

    def session(self):
        session = Session(self.server)
        self.addCleanup(session.close)
        return session

    def test_a_lock_stalls_only_who_writes(self):
        writer, reader = self.session(), self.session()
        key = reader.ask("save", game="toy", title="there", record={"n": 1})["key"]
        self.file.execute("BEGIN IMMEDIATE")
        numbers = [writer.send("save", game="toy", key=key, record={"n": 2}), writer.send("load", key=key)]
        reader.socket.settimeout(3)  # less than a writer waits
        self.assertEqual(reader.ask("position", game=reader.hello["games"][0]["name"])["type"], "position")
        self.assertEqual(reader.ask("load", key=key)["saved"]["record"], {"n": 1})
        self.assertEqual(reader.ask("list", query="there")["total"], 1)
        self.file.execute("COMMIT")
        self.assertEqual(writer.wait(numbers[0])["type"], "saved")
        self.assertEqual(writer.wait(numbers[1])["saved"]["record"], {"n": 2})

    def test_a_lock_that_stays_is_said(self):
        session = self.session()
        self.file.execute("BEGIN IMMEDIATE")
        answer = session.ask("save", game="toy", record={})
        self.file.execute("ROLLBACK")
        self.assertEqual((answer["type"], answer["code"]), ("error", "busy"))
        self.assertIn("locked", answer["text"])
        self.assertEqual(session.ask("save", game="toy", record={})["type"], "saved")

    def test_a_full_queue_says_so_and_loses_nothing(self):
        sessions = [self.session() for _ in range(3)]
        self.file.execute("BEGIN IMMEDIATE")
        sent = {}
        for session in sessions:
            for i in range(50):
                sent[session, session.send("save", game="toy", title=f"try {i}", record={"i": i})] = i
        time.sleep(0.3)
        self.file.execute("COMMIT")
        saved, refused = {}, 0
        for session in sessions:
            for _ in range(50):
                answer = session.receive()
                if answer["type"] == "saved":
                    saved[answer["key"]] = sent[session, answer["id"]]
                else:
                    self.assertEqual((answer["code"], answer["type"]), ("busy", "error"))
                    refused += 1
        self.assertEqual(len(saved), 3 * 32)
        self.assertEqual(refused, 3 * 18)
        stored = {key: json.loads(record)["i"] for key, record in self.file.execute("SELECT key, record FROM games")}
        self.assertEqual(stored, saved)

    def test_operations_of_a_session_happen_in_their_order(self):
        session = self.session()
        for round_number in range(40):
            numbers = [session.send("save", key="abc", game="toy", record={"n": round_number}), session.send("load", key="abc"),
                       session.send("delete", key="abc"), session.send("load", key="abc")]
            answers = [session.receive() for _ in numbers]
            self.assertEqual([answer["id"] for answer in answers], numbers)
            self.assertEqual([answer["type"] for answer in answers], ["saved", "loaded", "deleted", "error"])
            self.assertEqual(answers[1]["saved"]["record"], {"n": round_number})

    def test_a_damaged_record_is_an_error_of_its_own(self):
        session = self.session()
        good = session.ask("save", game="toy", title="good", record={"n": 1})["key"]
        damages = [b'{"n": 1', b"", b"null", b'{"n":"\xff"}', b'{"n":1}\x00', b'{"n":1}{}', b"[" * 10000, b'{"n":"' + b"x" * 5_000_000 + b'"}']
        for i, record in enumerate(damages):
            self.file.execute("INSERT INTO games VALUES (?, 'toy', CAST(? AS TEXT), '', '', '', 1, 1, 1, CAST(? AS TEXT))",
                              (f"bad{i}", b"title \xe8\xaa \x01 \xff", record))
        for i in range(len(damages)):
            answer = session.ask("load", key=f"bad{i}")
            self.assertEqual(answer["type"], "error", damages[i][:20])
            self.assertIn("damaged", answer["text"])
        listed = session.ask("list", limit=200)
        self.assertEqual(listed["total"], len(damages) + 1)
        self.assertEqual(session.ask("load", key=good)["saved"]["record"], {"n": 1})
        for i in range(len(damages)):
            self.assertEqual(session.ask("delete", key=f"bad{i}")["type"], "deleted")
        self.file.execute("INSERT INTO analyses VALUES ('toy', 'p', 1, 1, 0, 1, CAST(? AS TEXT), 1)", (b"\xff\xfe",))
        self.assertEqual(session.ask("recall", game="toy", positions=["p"])["analyses"], [])

    def test_the_cap_holds_for_games_that_bring_their_key(self):
        session = self.session()
        self.file.execute("""WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
            INSERT INTO games SELECT printf('%x', i), 'toy', 'game ' || i, '', '', '', 1, i, i, '{}' FROM n""")
        for fields in ({}, {"key": "abcdef"}, {"key": "0-0"}):
            answer = session.ask("save", game="toy", record={}, **fields)
            self.assertEqual((answer["type"], answer.get("code")), ("error", "too large"), fields)
        self.assertEqual(session.ask("save", game="toy", key="ff", record={"n": 2})["type"], "saved")
        self.assertEqual(session.ask("delete", key="fe")["type"], "deleted")
        self.assertEqual(session.ask("save", game="toy", key="abcdef", record={})["type"], "saved")
        self.assertEqual(session.ask("list", query="GAME 99999")["total"], 1)

    def test_a_search_does_not_read_the_records(self):
        self.file.execute("""WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
            INSERT INTO games SELECT printf('%x', i), 'toy', 'game ' || i, 'Anna', 'Yomi', '', 1, i, i,
            '{"x":"' || hex(randomblob(1500)) || '"}' FROM n""")
        session = self.session()
        before = self.server.bytes_read()
        answer = session.ask("list", query="me 777", limit=5)
        read = self.server.bytes_read() - before
        self.assertEqual((answer["total"], len(answer["games"])), (11, 5))
        self.assertEqual([row["title"] for row in answer["games"]], ["game " + str(i) for i in (7779, 7778, 7777, 7776, 7775)])
        rest = session.ask("list", query="me 777", limit=5, offset=10)
        self.assertEqual([row["title"] for row in rest["games"]], ["game 777"])
        self.assertLess(read, 5_000_000, "of 30 MB of records")

    def test_a_stop_saves_what_was_asked_for_and_tells_it(self):
        session = self.session()
        self.file.execute("BEGIN IMMEDIATE")
        numbers = [session.send("save", game="toy", record={"n": n}) for n in range(30)]
        self.assertEqual(session.ask("position", game=session.hello["games"][0]["name"])["type"], "position")
        self.server.process.send_signal(signal.SIGTERM)
        time.sleep(0.2)
        self.server.process.send_signal(signal.SIGTERM)  # whoever is impatient loses nothing, and ends nothing sooner
        self.file.execute("COMMIT")
        answers = [session.receive() for _ in numbers]
        self.assertEqual([answer["type"] for answer in answers], ["saved"] * 30)
        self.assertEqual(session.closing_code(), 1001)
        self.assertEqual(self.file.execute("SELECT count(*) FROM games").fetchone()[0], 30)

    def test_a_page_that_left_has_its_game_saved(self):
        session = self.session()
        self.file.execute("BEGIN IMMEDIATE")
        session.send("save", game="toy", title="left", record={})
        self.assertEqual(session.ask("position", game=session.hello["games"][0]["name"])["type"], "position")
        session.close()
        time.sleep(0.2)
        self.file.execute("COMMIT")
        self.assertTrue(wait_for(lambda: self.file.execute("SELECT count(*) FROM games").fetchone()[0] == 1))


class Crowds(unittest.TestCase):
    """Connections that never become a session."""

    def half_open(self, server, count, source="127.0.0.1", data=b""):
        sockets = []
        for _ in range(count):
            connection = socket.create_connection((server.host, server.port), 10, (source, 0))
            self.addCleanup(connection.close)
            connection.sendall(data)
            connection.setblocking(False)
            sockets.append(connection)
        return sockets

    def open_ones(self, sockets):
        def is_open(connection):
            try:
                return connection.recv(1) != b""
            except BlockingIOError:
                return True
            except OSError:
                return False
        return [connection for connection in sockets if is_open(connection)]

    def get_from(self, server, source):
        with socket.create_connection((server.host, server.port), 10, (source, 0)) as connection:
            connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return connection.recv(4096)

    def test_an_address_has_a_limit_and_a_time(self):
        server = Server(PROGRAM)
        try:
            waiting = self.half_open(server, 60) + self.half_open(server, 60, data=b"GET / HTTP/1.1\r\nHost: loc")
            self.assertTrue(wait_for(lambda: len(self.open_ones(waiting)) <= 32, 5), "an address may have any number")
            self.assertIn(b"200 OK", self.get_from(server, "127.0.0.2"))
            drip = self.half_open(server, 1, "127.0.0.3")[0]
            begin = time.monotonic()
            while self.open_ones([drip]) and time.monotonic() < begin + 30:
                try:
                    drip.send(b"G")
                except OSError:
                    break
                time.sleep(0.5)
            self.assertLess(time.monotonic() - begin, 25, "a head that never ends was read on")
            self.assertTrue(wait_for(lambda: not self.open_ones(waiting), 15), "half-open connections stay")
            self.assertEqual(server.get("/health")[0], 200)
        finally:
            self.assertEqual(server.stop(), 0)

    def test_a_page_that_takes_nothing_is_dropped_after_a_while(self):
        server = Server(PROGRAM)
        try:
            session = Session(server)
            key = session.ask("save", game="toy", record={"x": "y" * 1_000_000})["key"]
            for _ in range(6):  # below every other limit, above what the kernel keeps
                session.send("load", key=key)
            files, begin = server.files(), time.monotonic()
            while server.files() >= files and time.monotonic() < begin + 60:
                session.send_frame(b"still here", opcode=10)
                time.sleep(0.5)
            self.assertLess(time.monotonic() - begin, 45)
            self.assertIn("does not read", server.logged())
        except (BrokenPipeError, ConnectionResetError):
            self.assertIn("does not read", server.logged())
        finally:
            self.assertEqual(server.stop(), 0)

    def test_who_reads_the_log_may_go_away(self):
        import subprocess
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--data", folder], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
            port = int(process.stdout.readline().split()[3].rsplit(":", 1)[1].strip("/"))
            process.stderr.close()
            for _ in range(3):
                with socket.create_connection(("127.0.0.1", port), 10) as connection:
                    connection.sendall(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    self.assertIn(b"404", connection.recv(1000))
            process.terminate()
            self.assertEqual(process.wait(20), 0)
            process.stdout.close()

    def test_many_addresses_do_not_lock_others_out(self):
        server = Server(PROGRAM)
        try:
            sockets = [s for i in range(2, 22) for s in self.half_open(server, 20, f"127.0.0.{i}")]
            self.assertIn(b"200 OK", self.get_from(server, "127.0.0.99"))
            self.assertLessEqual(len(self.open_ones(sockets)), 256)
            session = Session(server)
            self.assertEqual(session.status, 101)
            session.close()
        finally:
            self.assertEqual(server.stop(), 0)

    def test_without_file_handles_it_waits_quietly(self):
        server = Server(PROGRAM, "--engines", "1", files=40)
        try:
            sessions = []
            while len(sessions) < 60:
                try:
                    session = Session(server, timeout=2)
                except OSError:
                    break
                self.addCleanup(session.close)
                sessions.append(session)
            self.assertLess(len(sessions), 40)
            self.half_open(server, 10)
            before = server.cpu_seconds()
            time.sleep(2)
            self.assertLess(server.cpu_seconds() - before, 0.5, "it spins")
            game = sessions[0].hello["games"][0]["name"]
            self.assertEqual(sessions[0].ask("position", game=game)["type"], "position")
            for session in sessions[:10]:
                session.close()
            self.assertTrue(wait_for(lambda: server.get("/health")[0] == 200))
        finally:
            self.assertEqual(server.stop(), 0)


class Analyses(WithServer):
    def test_the_deepest_analysis_of_a_position_is_found_again(self):
        session = self.session()
        shallow = {"position": "here", "depth": 5, "score": 12, "win": 0, "nodes": 100, "pv": "a b"}
        deep = {"position": "here", "depth": 9, "score": -30, "win": 0, "nodes": 10 ** 12, "pv": "c"}
        self.assertEqual(session.ask("keep", game="toy", analyses=[shallow, {**shallow, "position": "there"}])["count"], 2)
        session.ask("keep", game="toy", analyses=[deep])
        session.ask("keep", game="toy", analyses=[shallow])
        found = session.ask("recall", game="toy", positions=["nowhere", "here", "there"])["analyses"]
        self.assertEqual(found, [deep, {**shallow, "position": "there"}])
        self.assertEqual(session.ask("recall", game="other", positions=["here"])["analyses"], [])
        proof = {**shallow, "win": 7}
        session.ask("keep", game="toy", analyses=[proof])
        self.assertEqual(session.ask("recall", game="toy", positions=["here"])["analyses"], [proof])

    def test_wrong_ones_are_refused_and_nothing_of_the_list_is_kept(self):
        session = self.session()
        good = {"position": "kept?", "depth": 1}
        for bad in ({}, {"position": ""}, {"position": "x" * 1000}, {"position": "x", "depth": -1},
                    {"position": "x", "score": 1e9}, {"position": "x", "pv": "y" * 1000}, 7):
            self.assertEqual(session.ask("keep", game="toy", analyses=[good, bad])["type"], "error", bad)
        for fields in ({}, {"game": "toy"}, {"game": "toy", "analyses": []}, {"game": "toy", "analyses": [good] * 2000}):
            self.assertEqual(session.ask("keep", **fields)["type"], "error", fields)
        for fields in ({"game": "toy"}, {"game": "toy", "positions": [3]}, {"positions": ["kept?"]}):
            self.assertEqual(session.ask("recall", **fields)["type"], "error", fields)
        self.assertEqual(session.ask("recall", game="toy", positions=["kept?"])["analyses"], [])

    def test_a_store_of_the_first_format_is_brought_up_to_date(self):
        with tempfile.TemporaryDirectory() as folder:
            with sqlite3.connect(os.path.join(folder, "games.sqlite")) as old:
                old.executescript("""CREATE TABLE games (key TEXT PRIMARY KEY NOT NULL, game TEXT NOT NULL, title TEXT NOT NULL,
                    first TEXT NOT NULL, second TEXT NOT NULL, result TEXT NOT NULL, plies INTEGER NOT NULL,
                    created INTEGER NOT NULL, updated INTEGER NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;
                    INSERT INTO games VALUES ('abc', 'toy', 'old', '', '', '', 1, 1, 1, '{}'); PRAGMA user_version = 1;""")
            old.close()
            server = Server(PROGRAM, data=folder)
            session = Session(server)
            self.assertEqual(session.ask("load", key="abc")["saved"]["title"], "old")
            self.assertEqual(session.ask("keep", game="toy", analyses=[{"position": "p", "depth": 1}])["type"], "kept")
            session.close()
            self.assertEqual(server.stop(), 0)


class Tokens(unittest.TestCase):
    def test_beyond_loopback_a_token_is_asked_for(self):
        server = Server(PROGRAM, "--host", "0.0.0.0")
        try:
            self.assertIn("?token=", server.address)
            token = server.address.split("token=")[1]
            self.assertEqual(server.get("/")[0], 401)
            self.assertEqual(Session(server).status, 401)
            self.assertEqual(server.get("/?token=" + "0" * len(token))[0], 401)
            status, headers, _ = server.get("/?token=" + token)
            self.assertEqual((status, headers["location"]), (303, "/"))
            self.assertIn("httponly", headers["set-cookie"])
            cookie = "yomi_token=" + token
            self.assertEqual(server.get("/", Cookie=cookie)[0], 200)
            self.assertEqual(server.get("/", Cookie="a=b; " + cookie, Host="evil.example")[0], 403)
            self.assertEqual(Session(server, Cookie=cookie).status, 101)
        finally:
            self.assertEqual(server.stop(), 0)

    TOKEN = "0123456789abcdefABCDEF-_"

    def test_a_token_comes_from_a_file_or_the_environment(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(self.TOKEN + "\n")
            file.flush()
            for arguments, environment in ((["--token-file", file.name], {}), ([], {"YOMI_TOKEN": self.TOKEN})):
                server = Server(PROGRAM, *arguments, environment=environment)
                try:
                    with open(f"/proc/{server.process.pid}/cmdline", "rb") as line:
                        self.assertNotIn(self.TOKEN.encode(), line.read())
                    self.assertEqual(server.get("/")[0], 401)
                    self.assertEqual(server.get("/", Cookie="yomi_token=" + self.TOKEN)[0], 200)
                finally:
                    self.assertEqual(server.stop(), 0)
                self.assertNotIn("--token", server.logged())

    def test_a_token_that_others_can_see_is_warned_of(self):
        server = Server(PROGRAM, "--token", self.TOKEN)
        self.assertEqual(server.get("/", Cookie="yomi_token=" + self.TOKEN)[0], 200)
        self.assertEqual(server.stop(), 0)
        self.assertIn("--token-file", server.logged())

    def test_two_tokens_or_an_unreadable_one_are_refused(self):
        with tempfile.NamedTemporaryFile("w") as file:
            for text, arguments in (("short", []), ("", []), ("x" * 100_000, []), (self.TOKEN, ["--token", self.TOKEN])):
                file.seek(0)
                file.truncate()
                file.write(text)
                file.flush()
                with self.assertRaises(RuntimeError, msg=text[:20]):
                    Server(PROGRAM, "--token-file", file.name, *arguments)
        with self.assertRaises(RuntimeError):
            Server(PROGRAM, "--token-file", "/nonexistent/token")
        with self.assertRaises(RuntimeError):
            Server(PROGRAM, environment={"YOMI_TOKEN": "short"})

    def test_a_long_cookie_locks_nobody_out(self):
        server = Server(PROGRAM, environment={"YOMI_TOKEN": self.TOKEN})
        try:
            cookie = "yomi_token=" + self.TOKEN
            for size in (900, 3000, 60_000):
                junk = "; ".join(f"c{i}=" + "x" * 900 for i in range(size // 900))
                for whole in (junk + "; " + cookie, cookie + "; " + junk):
                    self.assertEqual(server.get("/", Cookie=whole)[0], 200, size)
                    session = Session(server, Cookie=whole)
                    self.assertEqual(session.status, 101, size)
                    session.close()
                self.assertEqual(server.get("/", Cookie=junk)[0], 401, size)
                self.assertEqual(server.get("/", Cookie=junk + "; not_" + cookie)[0], 401, size)
                self.assertEqual(server.get("/?token=" + self.TOKEN, Cookie=junk)[0], 303, size)
        finally:
            self.assertEqual(server.stop(), 0)

    def test_a_short_token_is_refused(self):
        with self.assertRaises(RuntimeError):
            Server(PROGRAM, "--token", "short")

    def test_a_port_in_use_is_said(self):
        server = Server(PROGRAM)
        try:
            import subprocess
            out = subprocess.run([PROGRAM, "serve", "--port", str(server.port), "--data", server.data],
                                 capture_output=True, text=True, timeout=20, check=False)
            self.assertEqual(out.returncode, 1)
            self.assertIn("cannot be listened on", out.stderr)
        finally:
            self.assertEqual(server.stop(), 0)


class Kills(unittest.TestCase):
    """kill -9 while games are being saved: what was acknowledged is there afterwards."""

    def test_no_acknowledged_game_is_lost(self):
        rounds = int(os.environ.get("YOMI_KILLS", "8"))
        server = Server(PROGRAM)
        folder, acknowledged = server.data, {}
        keep = server.folder
        for number in range(rounds):
            self.save_until_killed(server, acknowledged, number)
            server = Server(PROGRAM, data=folder)
            session = Session(server)
            for key in acknowledged if number % 25 == 24 or number == rounds - 1 else list(acknowledged)[-20:]:
                answer = session.ask("load", key=key)
                self.assertEqual(answer["type"], "loaded", f"game {key} was lost in round {number}")
                self.assertGreaterEqual(answer["saved"]["record"]["n"], acknowledged[key])
            session.close()
        print(f"{rounds} kills, {len(acknowledged)} acknowledged games, none lost", file=sys.stderr)
        self.assertEqual(server.stop(), 0)
        keep.cleanup()

    def save_until_killed(self, server, acknowledged, number):
        random.seed(number)
        session = Session(server)
        timer = threading.Timer(random.uniform(0.005, 0.06), lambda: os.kill(server.process.pid, signal.SIGKILL))
        timer.start()
        key, n = "", 0
        try:
            while True:
                n += 1
                if n % 7 == 0:
                    key = ""
                answer = session.ask("save", game="toy", key=key, title=f"round {number}", record={"n": n, "pad": "x" * 2000})
                key = answer["key"]
                acknowledged[key] = n
        except (OSError, ConnectionError):
            pass
        timer.join()
        session.close()
        server.kill()


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=1, warnings="ignore")
