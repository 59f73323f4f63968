#!/usr/bin/env python3
"""Sessions of a GUI gone mad, drawn from a seed: numbers of any size, words in the wrong place, storms of stops, lines
of a megabyte, NUL bytes, half lines. The program answers every go once, ends when it is told to, and with code 0.

  test_hostile.py PROGRAM [SESSIONS a protocol] [SEED]"""
import random
import subprocess
import sys
import time

from session import Session

PROGRAM = sys.argv[1]
SESSIONS = int(sys.argv[2]) if len(sys.argv) > 2 else 6
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
rng = random.Random(SEED)

NUMBERS = ["0", "-1", "1", "2", "3", "20", "-5", "abc", "", "9" * 26, "-" + "9" * 20, "2147483648", "0x10", "+3", "1.5",
           "nan", "inf", "\xff", "%s%n", "9" * 300]
TIMES = ["0", "0.0001", "0.02", "-3", "abc", "", "nan", "1e308"]  # none that lasts
JUNK = ["", "   ", "\t", "\r", "\x01\x02", "%s%s%n", "A" * 5000, "é日本", "--help", "-", "no such command"]
SQUARES = [column + row for column in "abcdefgh" for row in "12345678"]
DANCE = "5i5h 5a5b 5h5i 5b5a "
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b "
DISCS = "---------------------------O*------*O---------------------------"


def number():
    return rng.choice(NUMBERS)


def usi_go():
    words = ["go"]
    for _ in range(rng.randint(0, 4)):
        word = rng.choice("depth nodes movetime btime wtime binc winc byoyomi movestogo mate infinite ponder searchmoves "
                          "perft bogus".split())
        words.append(word)
        if word == "searchmoves":
            words.append(rng.choice(["7g7f", "9z9z", "7g7f 2g2f", "resign", "win"]))
        elif word not in ("infinite", "ponder") and rng.random() < 0.8:
            words.append(number())
    return " ".join(words)


def usi():
    return rng.choice([
        usi_go, usi_go, usi_go, usi_go,
        lambda: rng.choice(["stop", "ponderhit", "ponderhit btime 1 wtime 1", "ponderhit btime x", "gameover win"]),
        lambda: "position " + rng.choice([
            "", "startpos", "startpos moves", "startpos moves 7g7f", "moves 7g7f", "startpos moves " + "7g7f " * 50,
            "startpos moves " + DANCE * rng.randint(1, 6), "sfen", "sfen " + "9/" * 300, "sfen " + START + "- " + number(),
            "sfen " + START + number() + "P 1", "sfen 9/9/9/9/9/9/9/9/9 b - 1", "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1",
            "sfen k8/G8/K8/9/9/9/9/9/9 w - 1"]),
        lambda: "setoption " + rng.choice([
            "", "name", "name ClearHash", "name EvalFile value /nowhere", "name BookFile value /nowhere",
            "name EvalFile value", f"name {number()} value {number()}", "name MultiPV value " + number(),
            "name USI_Hash value " + rng.choice("12x"), "name Threads value " + rng.choice("1230"),
            "name MateHash value " + rng.choice("13x"), "name MaxMovesToDraw value " + number(),
            "name ResignValue value " + number(), "name MoveOverhead value " + number()]),
        lambda: rng.choice(["isready", "usinewgame", "d", "moves", "usi", "getoption", "getoption Threads",
                            "getoption " + "x" * 100] + JUNK),
    ])()


def gtp():
    return rng.choice(["", "", "1 ", "99999999999 ", "-1 ", "007 "]) + rng.choice([
        lambda: rng.choice(["genmove ", "reg_genmove "]) + rng.choice(["b", "w", "WHITE", "", number()]),
        lambda: f"play {rng.choice(['b', 'w', number()])} {rng.choice(SQUARES + ['pass', 'resign', number()])}",
        lambda: f"time_settings {rng.choice(TIMES)} {rng.choice(TIMES)} {number()}",
        lambda: f"time_left {rng.choice('bwx')} {rng.choice(TIMES)} {number()}",
        lambda: rng.choice(["undo", "clear_board", "showboard", "final_score", "list_commands", "known_command",
                            "boardsize " + number(), "komi " + number(), "loadsgf /nowhere", "loadsgf /dev/null " + number(),
                            "loadsgf", "yomi-set_option Hash x", "yomi-set_option", "yomi-list_options", "set_game",
                            "# only a comment"] + JUNK),
    ])()


def nboard():
    clock = rng.choice(["15:00", "0:01", "1:" * 100 + "1", "0:00/0:01", number(), f"{number()}/{number()}/{number()}"])
    return rng.choice([
        lambda: "go",
        lambda: "hint " + number(),
        lambda: f"set game (;GM[Othello]TI[{clock}]BO[8 " + rng.choice([DISCS, "*" * 64, "-" * 64, DISCS[1:]]) + " "
        + rng.choice("*O") + "]" + rng.choice(["", "B[F5]W[F6]", "B[F5/1e308/1e308]", "B[A1]", "B[PA]W[PA]", "B[F5//-5]"])
        + ";)",
        lambda: "move " + rng.choice(SQUARES + ["PA", "", number(), f"F5/{number()}/{number()}"]),
        lambda: rng.choice(["ping", "ping " + number(), "set", "set game", "set depth " + number(), "set Threads 2",
                            "set contempt " + number(), "set WeightsFile /nowhere", "learn", "analyze", "nboard 2",
                            "nboard " + number()] + JUNK),
    ])()


def gomocup():
    def cell():
        return rng.choice([f"{rng.randint(-1, 20)},{rng.randint(0, 20)}", "7,7", f"{number()},{number()}", number(), "3,",
                           f"3,4,{number()}", f"{rng.randint(0, 14)},{rng.randint(0, 14)},{rng.randint(1, 3)}"])

    return rng.choice([
        lambda: "TURN " + cell(),
        lambda: rng.choice(["BOARD", "YXBOARD", "SWAP2BOARD", "YXBLOCK", "YXBLOCKUNDO", "DONE", "DONE", cell(), cell()]),
        lambda: "INFO " + rng.choice([
            "timeout_turn " + rng.choice(["0", "-1", "10", "x"]), "timeout_match " + number(), "time_left " + number(),
            "max_depth " + number(), "max_node " + number(), "rule " + number(), "variant " + rng.choice(["pente", "x"]),
            "thread_num " + rng.choice("12x"), "hash_size " + rng.choice("01x"), "max_memory 1", "show_detail " + number(),
            f"{number()} {number()}", ""]),
        lambda: rng.choice(["BEGIN", "START", "START 15", "START 20", "START " + number(), "RESTART", "RECTSTART 15,15",
                            "RECTSTART " + number(), "TAKEBACK " + cell(), "PLAY " + cell(), "ABOUT", "YXSTOP", "STOP",
                            "YXNBEST " + number(), "YXSHOWFORBID", "YXSHOWINFO", "YXHASHCLEAR", "YXSHOWHASHUSAGE",
                            "YXBALANCEONE " + number(), "YXBALANCETWO " + number(), "YXBLOCKRESET"] + JUNK),
    ])()


# Of each protocol: lines, the first ones, what storms are made of, the last one, half a line.
PROTOCOLS = {
    "usi": (usi, [], ["stop", "ponderhit", "getoption Hash"], "quit", "getopt"),
    "gtp": (gtp, [], ["name"], "quit", "genmo"),
    "nboard": (nboard, ["nboard 2", "set depth 4"], ["ping 1"], "quit", "pin"),
    "gomocup": (gomocup, ["START 15", "INFO timeout_turn 10"], ["YXSTOP", "ABOUT"], "END", "TURN 3"),
}


def send_session(session, protocol):
    """How many searches were asked for, of a protocol that answers each once."""
    draw, first, storm, last, half = PROTOCOLS[protocol]
    sent = list(first)
    for line in first:
        session.send(line)
    for _ in range(rng.randint(5, 50)):
        sent.append(draw())
        session.send_bytes(sent[-1].encode("utf-8", "replace") + rng.choice([b"\n", b"\r\n"]))
        chance = rng.random()
        if chance < 0.1:
            for _ in range(50):
                session.send(rng.choice(storm))
        elif chance < 0.12:
            session.send_bytes(b"x" * 1000000 + b"\n")
        elif chance < 0.14:
            session.send_bytes(b"go\0 depth 3\n")
        elif chance < 0.3:
            time.sleep(rng.random() * 0.05)
    ending = rng.choice(["told", "told", "half a line", "end of input"])
    if ending == "told":
        session.send(last)
    elif ending == "half a line":
        session.send_bytes(half.encode())
    if ending != "told":
        session.end_input()
    return sent


def check(protocol, number_of_session):
    session = Session([PROGRAM, protocol])
    sent = []
    try:
        sent = send_session(session, protocol)
        code = session.wait()
    except (subprocess.TimeoutExpired, BrokenPipeError) as error:
        session.process.kill()
        raise AssertionError(f"{protocol} session {number_of_session} of seed {SEED}: {sent}") from error
    assert code == 0 and not [line for line in session.errors if "rror: " in line], (code, session.errors[:20], sent)
    if protocol == "usi":
        asked = sum(line.split()[:1] == ["go"] and "perft" not in line.split() for line in sent)
        told = sum(line.startswith(("bestmove", "checkmate")) for line in session.seen)
        assert asked == told, (asked, told, sent)


for name in PROTOCOLS:
    for count in range(SESSIONS):
        check(name, count)
    print("ok", name, SESSIONS, "sessions", flush=True)
