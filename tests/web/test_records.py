#!/usr/bin/env python3
"""Records through the server: python3 test_records.py PROGRAM. Every format that the page offers, read and written."""
import base64
import json
import random
import sys
import unittest

from client import Server, Session

PROGRAM = ""

EMPTY = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|"
KIF = """# KIF
開始日時：2024/01/02 10:00
終了日時：2024/01/02 11:30
棋戦：練習
場所：東京
持ち時間：各10分
手合割：平手
先手：Aoi
後手：Ken
手数----指手---------消費時間--
*before
   1 ７六歩(77)   ( 0:01/00:00:01)
*good
*very
&mark
   2 ３四歩(33)   ( 1:05/00:01:05)
   3 ２二角成(88)
   4 同　銀(31)
   5 ４五角打
   6 投了

変化：4手
   4 同　飛(82)
*a variation
   5 ５五角打

変化：5手
   5 ６五角打

変化：2手
   2 ８四歩(83)
"""
BOD = "\n".join(["後手の持駒：なし", "  ９ ８ ７ ６ ５ ４ ３ ２ １", "+---------------------------+",
                 "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一", EMPTY + "二", "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三",
                 *[EMPTY + rank for rank in "四五六七八"], "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九",
                 "+---------------------------+", "先手の持駒：金　", ""])
JKF = json.dumps({
    "header": {"先手": "あ", "後手": "い", "場所": "x"}, "initial": {"preset": "HIRATE"},
    "moves": [{"comments": ["s"]},
              {"move": {"from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}, "time": {"now": {"m": 0, "s": 5}}},
              {"move": {"from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "piece": "FU"},
               "forks": [[{"move": {"from": {"x": 8, "y": 3}, "to": {"x": 8, "y": 4}, "piece": "FU"}}]]},
              {"special": "TORYO"}]}, ensure_ascii=True)
PLAYOK = """[Event "?"]
[Site "PlayOK"]
[Date "2020.05.05"]
[Black "a"]
[White "b"]
[Result "38-26"]

1. f5 d6 2. c3 f3 3. f4 38-26

[Site "PlayOK"]
[Black "c"]
[White "d"]

1. f5 f6 2. e6 0-64
"""
PENTE = """[Game "Pente"]
[Site "Pente.org"]
[Player 1 Name "x"]
[Player 2 Name "d"]
[Result "1-0"]

1. K10 M9 2. N10 M7 3. M8 O7 1-0
"""
SGF = "(;GM[4]SZ[15]RU[Freestyle Gomoku]PB[Aoi];B[hh];W[hg]C[a (note)];B[ii](;W[gg])(;W[jj];B[aa](;W[bb])(;W[cc])))"

# text, kind, game, moves of the main line, nodes with variations and the start
READ = {
    "KIF": (KIF, "shogi", 5, 10), "KI2": ("先手：A\n後手：B\n▲７六歩　△３四歩　▲２六歩\n", "shogi", 3, 4),
    "a bare diagram": (BOD, "shogi", 0, 1), "JKF": (JKF, "shogi", 2, 4),
    "bare USI moves": ("7g7f 3c3d 8h2b+", "shogi", 3, 4), "SFEN": ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "shogi", 0, 1),
    "USI": ("position startpos moves 7g7f", "shogi", 1, 2),
    "CSA": ("V2.2\nN+Aoi\nN-Ken\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n", "shogi", 2, 3),
    "PlayOK": (PLAYOK, "othello", 5, 6), "Othello Quest": ("F5D6C3D3C4", "othello", 5, 6),
    "numbered moves": ("1. f5 d6 2. c3", "othello", 3, 4), "pente.org": (PENTE, "gomoku", 6, 7),
    "a row of gomoku": ("h8i9j10", "gomoku", 3, 4), "SGF": (SGF, "gomoku", 4, 9),
    "a position of gomoku": ("freestyle 15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 w 0 0", "gomoku", 0, 1),
    "PSQ": ("Piskvorky 15x15, 11:11, 0\n8,8,100\n8,7,120\na\nb\n-1\n", "gomoku", 2, 3),
    "OBF": ("---------------------------OX------XO--------------------------- X; F5:+0;", "othello", 0, 1),
}


def line(record):
    """Moves from the start to the end of the line that is shown."""
    nodes, at = record["nodes"], record["at"]
    while any(node["p"] == at for node in nodes):
        at = next(i for i, node in enumerate(nodes) if node["p"] == at)
    path = []
    while at > 0:
        path.insert(0, nodes[at]["m"])
        at = nodes[at]["p"]
    return path


class Records(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(PROGRAM, "--engines", "1", "--hash", "1")
        cls.session = Session(cls.server)
        cls.games = {game["name"]: game for game in cls.session.hello["games"]}

    @classmethod
    def tearDownClass(cls):
        cls.session.close()
        assert cls.server.stop() == 0, cls.server.logged()

    def read(self, text, **fields):
        answer = self.session.ask("read", text=text, **fields)
        self.assertEqual(answer["type"], "read", (text, answer))
        return answer

    def written(self, record, name):
        return self.session.ask("write", format=name, record=record)

    def test_every_kind_is_read(self):
        for kind, (text, game, plies, nodes) in READ.items():
            if game not in self.games:
                continue
            with self.subTest(kind):
                record = self.read(text)["record"]
                self.assertEqual((record["game"], len(line(record)), len(record["nodes"])), (game, plies, nodes))

    def test_what_is_written_is_read_again(self):
        for kind, (text, game, plies, _) in READ.items():
            record = self.read(text)["record"]
            for entry in self.games[game]["formats"]:
                answer = self.written(record, entry["name"]) if entry["writes"] else {"type": "error"}
                if answer["type"] == "error":
                    continue  # OBF holds no moves, PSQ no start, and so on
                again = self.session.ask("read", **{k: answer[k] for k in ("text", "data") if k in answer})
                if again["type"] == "error" and plies == 0:
                    continue  # a transcript of nothing
                with self.subTest(f"{kind} as {entry['name']}"):
                    self.assertEqual(line(again["record"]), line(record), answer)

    def test_kif_keeps_everything(self):
        record = self.read(KIF)["record"]
        again = self.read(self.written(record, "kif")["text"])["record"]
        self.assertEqual(again, record)
        self.assertEqual((record["event"], record["date"], record["result"], record["reason"]),
                         ("練習", "2024/01/02 10:00", "1-0", "resignation"))
        self.assertEqual(record["headers"], "終了日時：2024/01/02 11:30\n場所：東京\n持ち時間：各10分")
        first = record["nodes"][1]
        self.assertEqual((first["c"], first["b"], first["u"]), ("good\nvery", "mark", 1000))
        self.assertEqual(record["nodes"][0]["c"], "before")

    def test_shift_jis_and_binary_files(self):
        data = base64.b64encode(KIF.encode("cp932")).decode()
        answer = self.session.ask("read", data=data, name="game.kif")
        self.assertEqual(answer["record"]["names"], ["Aoi", "Ken"])
        sjis = self.written(answer["record"], "kif-sjis")
        self.assertIn("先手：Aoi", base64.b64decode(sjis["data"]).decode("cp932"))
        self.assertEqual(self.session.ask("read", data="no base64!")["type"], "error")

    def test_several_games_in_one_file(self):
        answer = self.read(PLAYOK, index=1)
        self.assertEqual(answer["total"], 2)
        self.assertEqual([game["names"] for game in answer["games"]], [["a", "b"], ["c", "d"]])
        self.assertEqual(line(answer["record"]), ["f5", "f6", "e6"])
        self.assertEqual(self.session.ask("read", text=PLAYOK, index=2)["type"], "error")

    def test_pente_org_has_no_column_i(self):
        self.assertEqual(line(self.read(PENTE)["record"])[0], "j10")

    def test_errors_name_the_place(self):
        for text, words in (("hello world", "line 1"), ("(;GM[4]SZ[15];B[hh]\n;B[hg])", "line 2"),
                            ("7g7f\n7g7x", "line 2"), ("1. f5 d6\n2. z9", "line 2"), ('{"moves": [\n{,}]}', "line 2"),
                            ("手合割：平手\n   1 ７六歩(77)\n   2 ９九歩(88)\n", "move 2"),
                            ("手合割：平手\n変化：7手\n", "line 2"), ("f5d6a1", "move 3"), ("h8h8", "move 2")):
            with self.subTest(text):
                answer = self.session.ask("read", text=text)
                self.assertIn(words, answer.get("text", answer.get("problem", str(answer))))

    def test_a_missing_pass_is_put_in(self):
        random.seed(5)
        moves = []
        while "pass" not in moves[:-1]:  # a game in which somebody passes and it goes on
            moves, answer = [], self.session.ask("position", game="othello")
            while answer["outcome"] == "ongoing":
                moves.append(random.choice(answer["legal"]))
                answer = self.session.ask("position", game="othello", moves=moves)
        record = self.read("".join(move for move in moves if move != "pass"))["record"]
        self.assertEqual(line(record), moves)
        self.assertEqual(record["result"], {"first": "1-0", "second": "0-1", "draw": "1/2"}[answer["outcome"]])

    def test_odd_input_is_refused(self):
        for fields in ({"text": ""}, {"text": 5}, {"text": "f5", "index": -1}, {"text": "{" * 2000 + '"moves"'}, {}):
            self.assertEqual(self.session.ask("read", **fields)["type"], "error", fields)
        for record in ({"nodes": []}, {"nodes": [{}, {"p": 7, "m": "f5"}]}, {}):
            self.assertEqual(self.session.ask("write", format="ggf", record=record)["type"], "error", record)
        self.assertEqual(self.session.ask("write", format="nonsense", record={"nodes": [{}]})["type"], "error")


class Conflicts(unittest.TestCase):
    def test_the_second_page_is_told(self):
        server = Server(PROGRAM, "--engines", "1", "--hash", "1")
        one, two = Session(server), Session(server)
        fields = {"game": "othello", "title": "t", "plies": 0}
        saved = one.ask("save", key="00ff", base=0, record={"n": 1}, **fields)
        self.assertNotIn("conflict", saved)
        second = two.ask("save", key="00ff", base=saved["updated"], record={"n": 2}, **fields)
        self.assertNotIn("conflict", second)
        refused = one.ask("save", key="00ff", base=saved["updated"], record={"n": 3}, **fields)
        self.assertTrue(refused["conflict"])
        self.assertEqual(refused["updated"], second["updated"])
        self.assertEqual(one.ask("load", key="00ff")["saved"]["record"], {"n": 2})
        self.assertNotIn("conflict", one.ask("save", key="00ff", record={"n": 4}, **fields))
        one.close()
        two.close()
        self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=1, warnings="ignore")
