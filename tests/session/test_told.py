#!/usr/bin/env python3
"""A file that cannot be had is told on every way into the program, the option reads the value in force again, and the
game goes on with that."""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "web"))
sys.path.insert(0, str(HERE))
from client import Server, Session as PageSession  # noqa: E402
from session import NotHere, Session, run  # noqa: E402

PROGRAM = sys.argv[1]
MISSING = "/nowhere/at/all"
WITH_BOOK = {**os.environ, "YOMI_OTHELLO_BOOK": MISSING}


def ended(session):
    session.send("quit")
    assert session.wait() == 0
    return True


def usi_tells_at_isready():
    s = Session([PROGRAM, "usi"])
    s.send(f"setoption name EvalFile value {MISSING}")
    s.send("isready")
    assert any(MISSING in line for line in s.until("readyok")), s.seen
    s.send("getoption EvalFile")
    assert s.read().split() == ["info", "string", "EvalFile"]
    assert ended(s)


def usi_tells_at_a_go_without_isready():
    s = Session([PROGRAM, "usi"])
    s.send(f"setoption name BookFile value {MISSING}")
    s.send("go depth 2")
    assert any(line.startswith("info string") and MISSING in line for line in s.until("bestmove")), s.seen
    s.send("getoption BookFile")
    assert s.read().split() == ["info", "string", "BookFile"]
    assert ended(s)


def nboard_tells_at_set():
    s = Session([PROGRAM, "nboard"])
    s.send("nboard 2")
    s.until("set myname")
    s.send(f"set WeightsFile {MISSING}")
    s.send("ping 1")
    assert any(line.startswith("status") and MISSING in line for line in s.until("pong")), s.seen
    s.send("set depth 2")
    s.send("go")
    s.until("===")
    assert ended(s)


def gtp_tells_as_the_answer():
    s = Session([PROGRAM, "gtp"])
    s.send(f"yomi-set_option WeightsFile {MISSING}")
    assert MISSING in s.until("?")[-1]
    s.send("time_settings 1 0 0")
    s.send("genmove b")
    s.until("= ")
    assert ended(s)


def gtp_tells_a_book_of_the_environment_in_the_log():
    s = Session([PROGRAM, "gtp"], env=WITH_BOOK)
    s.send("time_settings 1 0 0")
    s.send("genmove b")
    s.until("= ")
    assert ended(s)
    assert any(MISSING in line for line in s.errors), s.errors


def gomocup_tells_a_board_that_cannot_be():
    s = Session([PROGRAM, "gomocup"])
    s.send("START 15")
    s.until("OK")
    s.send("INFO BoardSize 3")
    s.send("INFO timeout_turn 50")
    s.send("BEGIN")
    got = s.until("7,7")
    assert any(line.startswith("MESSAGE") and "BoardSize" in line for line in got), got
    s.send("END")
    assert s.wait() == 0


def play_tells_before_its_move():
    done = subprocess.run([PROGRAM, "play", "othello", "--level", "1", "--side", "second", "--ascii"], env=WITH_BOOK,
                          input="quit\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and MISSING in done.stdout and "Yomi plays" in done.stdout, done


def the_page_tells_as_a_note():
    server = Server(PROGRAM, "--engines", "1", "--hash", "1", environment=WITH_BOOK)
    session = PageSession(server)
    for notes in (1, 0):  # told once
        session.send("go", game="othello", limits={"depth": 3})
        types, texts = [], []
        while not types or types[-1] != "result":
            message = session.receive()
            types.append(message["type"])
            texts += [message["text"]] if message["type"] == "note" else []
        assert sum(MISSING in text for text in texts) == notes, texts
    session.close()
    if PROGRAM.endswith(".exe"):
        server.kill()
        raise NotHere("the notes came, but a program of Windows cannot be asked to end by a signal")
    assert server.stop() == 0, server.logged()


def a_bench_or_an_analysis_does_not_begin():
    done = subprocess.run([PROGRAM, "bench", "shogi", "--option", f"EvalFile={MISSING}"], capture_output=True, text=True,
                          timeout=60)
    assert done.returncode == 1 and MISSING in done.stderr, done


run([usi_tells_at_isready, usi_tells_at_a_go_without_isready, nboard_tells_at_set, gtp_tells_as_the_answer,
     gtp_tells_a_book_of_the_environment_in_the_log, gomocup_tells_a_board_that_cannot_be, play_tells_before_its_move,
     the_page_tells_as_a_note, a_bench_or_an_analysis_does_not_begin])
