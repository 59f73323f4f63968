#!/usr/bin/env python3
"""USI with shogi in it: dialogues as GUIs have them, pondering in every order, mates, declarations, whole games."""
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "session"))
from session import Session  # noqa: E402

PROGRAM = sys.argv[1]


def open_engine(*options):
    s = Session([PROGRAM, "usi"])
    s.send("usi")
    got = s.until("usiok")
    for option in options:
        s.send("setoption " + option)
    s.send("isready")
    s.until("readyok", timeout=60)
    return s, got


def close(s):
    s.send("quit")
    assert s.wait() == 0
    assert not [line for line in s.seen if line.startswith("info string")], s.seen


def answers(s):
    return sum(line.startswith("bestmove") for line in s.seen)


def the_options_that_guis_look_for():
    s, got = open_engine()
    names = [line.split()[2] for line in got if line.startswith("option name ")]
    for name in ("USI_Hash", "USI_Ponder", "Threads", "MultiPV", "USI_OwnBook", "BookFile", "EnteringKingRule",
                 "MaxMovesToDraw", "DrawValueBlack", "DrawValueWhite", "ResignValue"):
        assert name in names, name
    assert "ShogiNullMove" not in names
    rule = next(line for line in got if " EnteringKingRule " in line)
    assert rule == ("option name EnteringKingRule type combo default CSARule27"
                    " var NoEnteringKing var CSARule27 var CSARule24"), rule
    close(s)


def a_game_as_a_gui_plays_it():
    """Handshake, new game, the first go without moves, ponder, a hit, a miss, the end."""
    s, _ = open_engine("name USI_Hash value 16", "name USI_Ponder value true", "name Threads value 2")
    s.send("usinewgame")
    s.send("position startpos")
    s.send("go btime 60000 wtime 60000 byoyomi 100")
    words = s.until("bestmove", timeout=60)[-1].split()
    assert words[2] == "ponder", words
    line = [words[1], words[3]]
    s.send("position startpos moves " + " ".join(line))
    s.send("go ponder btime 1000 wtime 60000 byoyomi 100")
    time.sleep(0.3)
    assert answers(s) == 1
    s.send("ponderhit")
    words = s.until("bestmove", timeout=60)[-1].split()
    line.append(words[1])
    guess = words[3] if len(words) > 3 else None
    if guess:
        s.send("position startpos moves " + " ".join(line + [guess]))
        s.send("go ponder btime 1000 wtime 1000 byoyomi 100")
        time.sleep(0.1)
    s.send("stop")  # the opponent played something else
    if guess:
        s.until("bestmove", timeout=60)
    s.send("gameover lose")
    s.send("usinewgame")
    s.send("position startpos moves 7g7f")
    s.send("go btime 0 wtime 0 byoyomi 200")
    s.until("bestmove", timeout=60)
    close(s)


def stop_and_ponderhit_in_every_order():
    s, _ = open_engine("name USI_Hash value 16")
    count = 0
    for order in (("stop",), ("ponderhit",), ("ponderhit", "stop"), ("stop", "ponderhit"), ("stop", "stop")):
        for pause in (0, 0.02):
            s.send("position startpos moves 7g7f 3c3d")
            s.send("go ponder btime 500 wtime 500 byoyomi 50")
            time.sleep(pause)
            for command in order:
                s.send(command)
            s.until("bestmove", timeout=60)
            count += 1
            s.send("isready")
            s.until("readyok", timeout=60)
            assert answers(s) == count, (order, s.seen[-5:])
    s.send("go infinite")
    time.sleep(0.05)
    s.send("stop")
    s.until("bestmove", timeout=60)
    close(s)


def mates_and_their_absence():
    s, _ = open_engine("name MateHash value 8")
    s.send("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1")
    s.send("go mate infinite")
    assert s.until("checkmate", timeout=60)[-1] == "checkmate G*5b"
    s.send("position startpos")
    s.send("go mate 5000")
    assert s.until("checkmate", timeout=60)[-1] == "checkmate nomate"
    s.send("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    s.send("go depth 3")
    got = s.until("bestmove", timeout=60)
    assert got[-1].startswith("bestmove G*5b") and any("score mate 1 " in line for line in got), got
    close(s)


def the_side_without_a_move_resigns():
    s, _ = open_engine()
    s.send("position sfen k8/G8/K8/9/9/9/9/9/9 w - 1")
    s.send("go btime 1000 wtime 1000")
    assert s.until("bestmove", timeout=60)[-1] == "bestmove resign"
    close(s)


def an_entered_king_declares():
    ten = "1+P+P+P+P+P+P2/1+P+P+P+P3K/9/9/9/9/9/4k4/9 b 2R2B 1"
    s, _ = open_engine()
    s.send("position sfen " + ten)
    s.send("go btime 1000 wtime 1000")
    assert s.until("bestmove", timeout=60)[-1] == "bestmove win"
    s.send("setoption name EnteringKingRule value NoEnteringKing")
    s.send("isready")
    s.until("readyok", timeout=60)
    s.send("position sfen " + ten)
    s.send("go depth 2")
    assert s.until("bestmove", timeout=60)[-1] != "bestmove win"
    close(s)


def several_lines_and_chosen_moves():
    s, _ = open_engine("name MultiPV value 3")
    s.send("position startpos")
    s.send("go depth 6")
    got = s.until("bestmove", timeout=60)
    last = [line for line in got if line.startswith("info depth 6 ")]
    firsts = [line.split(" pv ")[1].split()[0] for line in last if " multipv " in line and " pv " in line][-3:]
    assert len(set(firsts)) == 3, last
    s.send("setoption name MultiPV value 1")
    s.send("go depth 4 searchmoves 1g1f 9g9f")
    assert s.until("bestmove", timeout=60)[-1].split()[1] in ("1g1f", "9g9f")
    close(s)


def an_engine_plays_itself_on_time():
    s, _ = open_engine("name MaxMovesToDraw value 120", "name USI_Hash value 16")
    s.send("usinewgame")
    moves = []
    worst = 0
    while len(moves) < 120:
        s.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        begun = time.monotonic()
        s.send("go btime 0 wtime 0 byoyomi 40")
        move = s.until("bestmove", timeout=60)[-1].split()[1]
        worst = max(worst, time.monotonic() - begun)
        if move in ("resign", "win"):
            break
        moves.append(move)
    assert len(moves) > 10, moves
    close(s)


for test in (the_options_that_guis_look_for, a_game_as_a_gui_plays_it, stop_and_ponderhit_in_every_order,
             mates_and_their_absence, the_side_without_a_move_resigns, an_entered_king_declares,
             several_lines_and_chosen_moves, an_engine_plays_itself_on_time):
    test()
    print("ok", test.__name__, flush=True)
