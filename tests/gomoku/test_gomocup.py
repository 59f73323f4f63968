#!/usr/bin/env python3
"""A piskvork dialogue replayed against the whole program: every command, the exact answers, and bad input."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "session"))
from session import Session  # noqa: E402

PROGRAM = sys.argv[1]


def say(s, *lines):
    for line in lines:
        s.send_bytes(line.encode() + b"\r\n")


def answer(s):
    """The next line that is neither a message nor a detail."""
    while True:
        line = s.read()
        assert line is not None, s.errors
        if not line.startswith(("MESSAGE", "DEBUG", "INFO")):
            return line


def move(s, size):
    line = answer(s)
    match = re.fullmatch(r"(\d+),(\d+)", line)
    assert match, line
    x, y = int(match[1]), int(match[2])
    assert x < size and y < size, line
    return x, y


def choice(s):
    """The message about the last move: its stage, and what the search has to say of it."""
    told = [line for line in s.seen if line.startswith("MESSAGE chosen by stage: ")]
    match = re.fullmatch(r"MESSAGE chosen by stage: ([\w ]+) ev (\S+) depth (\d+)-(\d+) n (\d+) tm (\d+)", told[-1])
    assert match, told[-1]
    return len(told), match[1], int(match[3]), int(match[5])


def open_session():
    return Session([PROGRAM, "gomocup"])


def a_game_as_piskvork_plays_it():
    s = open_session()
    say(s, "START 15")
    assert answer(s) == "OK"
    say(s, "INFO max_memory 83886080", "INFO timeout_match 180000", "INFO timeout_turn 100", "INFO game_type 1",
        "INFO rule 1", "INFO time_left 180000", "INFO folder C:\\temp", "INFO evaluate 1,1", "BEGIN")
    assert move(s, 15) == (7, 7)
    assert choice(s) == (1, "opening", 1, 0)
    taken = {(7, 7)}
    for x, y in [(8, 8), (6, 6), (0, 0)]:
        if (x, y) in taken:
            continue
        say(s, "INFO time_left 170000", f"TURN {x},{y}")
        reply = move(s, 15)
        assert reply not in taken and reply != (x, y)
        taken |= {(x, y), reply}
        told, stage, depth, nodes = choice(s)
        assert told == (len(taken) + 1) // 2 and depth > 0 and nodes > 0, s.seen[-3:]
        assert stage == "search" or len(taken) > 3, stage
    say(s, "RESTART")
    assert answer(s) == "OK"
    say(s, "TURN 7,7")
    reply = move(s, 15)
    say(s, f"TAKEBACK {reply[0]},{reply[1]}")
    assert answer(s) == "OK"
    say(s, "TAKEBACK 7,7")
    assert answer(s) == "OK"
    say(s, "PLAY 3,3")
    assert answer(s) == "3,3"
    say(s, "INFO UseOpening 0", "INFO VCFNodes 0", "INFO NoSuchThing 1", "ABOUT")  # parameters have their own names
    assert answer(s).startswith('name="Yomi", version=')
    assert any(line.startswith("MESSAGE") and "VCFNodes" in line for line in s.seen)
    say(s, "END")
    assert s.process.wait(600) == 0


def boards_are_set_and_answered():
    s = open_session()
    say(s, "START 20", "INFO timeout_turn 100")
    assert answer(s) == "OK"
    # We have four in a row: complete it. Colours do not take turns in this list.
    say(s, "BOARD", "5,5,1", "6,5,1", "7,5,1", "8,5,1", "5,6,2", "6,6,2", "7,6,2", "5,9,2", "DONE")
    assert move(s, 20) in [(4, 5), (9, 5)]
    four = ["BOARD", "5,5,1", "6,5,1", "7,5,1", "8,5,1", "5,6,2", "6,6,2", "7,6,2", "5,9,2", "DONE"]
    say(s, "YXBLOCK", "4,5", "DONE", *four)
    assert move(s, 20) == (9, 5)
    say(s, "YXBLOCKUNDO", "4,5", "DONE", "YXBLOCK", "9,5", "DONE", *four)
    assert move(s, 20) == (4, 5)
    say(s, "YXBLOCKRESET")
    say(s, "YXBOARD", "5,5,2", "6,6,1", "DONE", "YXNBEST 2")
    assert re.fullmatch(r"\d+,\d+", answer(s))
    assert any(line == "INFO NUMPV 2" for line in s.seen)
    say(s, "SWAP2BOARD", "DONE")
    assert re.fullmatch(r"\d+,\d+ \d+,\d+ \d+,\d+", answer(s))
    say(s, "SWAP2BOARD", "9,9", "10,9", "11,11", "DONE")
    assert re.fullmatch(r"SWAP|\d+,\d+|\d+,\d+ \d+,\d+", answer(s))
    # The three choices: black's stones are far apart, stand together alone, or one of many openings is even enough.
    say(s, "INFO timeout_turn 30000", "INFO max_node 3000", "SWAP2BOARD", "1,1", "5,5", "18,18", "DONE")
    assert re.fullmatch(r"\d+,\d+", answer(s)), s.seen[-1]
    say(s, "SWAP2BOARD", "9,9", "0,0", "10,10", "DONE")
    assert answer(s) == "SWAP"
    for stones in [(f"{x},3", "4,4", f"6,{y}") for x in (1, 2, 3) for y in (1, 2, 3, 5, 6, 7)]:
        say(s, "SWAP2BOARD", *stones, "DONE")
        two = re.fullmatch(r"(\d+,\d+) (\d+,\d+)", answer(s))
        if two:
            break
    assert two and two[1] != two[2], s.seen[-1]
    for cell in (two[2], two[1]):  # both stones are on the board when the game goes on
        say(s, f"TAKEBACK {cell}")
        assert answer(s) == "OK"
    say(s, "YXBOARD", "5,5,2", "6,6,1", "DONE", "YXBALANCEONE")
    assert re.fullmatch(r"\d+,\d+", answer(s))
    say(s, "YXBALANCETWO -20")
    assert re.fullmatch(r"\d+,\d+ \d+,\d+", answer(s))
    say(s, "YXBALANCETWO much")
    assert answer(s).startswith("ERROR")
    say(s, "YXSHOWHASHUSAGE", "ABOUT")
    assert answer(s).startswith("name=")
    assert any(re.fullmatch(r"MESSAGE hash usage \d+\.\d% of \d+ MB", line) for line in s.seen)
    say(s, "YXBLOCK", "1,1", "DONE", "YXBLOCKRESET", "YXHASHCLEAR", "YXSHOWINFO", "INFO show_detail 1", "RESTART")
    assert answer(s) == "OK"
    say(s, "END")
    assert s.process.wait(600) == 0


def blocked_cells_may_be_played_on():
    s = open_session()
    say(s, "START 15", "INFO timeout_turn 30", "YXBLOCK", "7,7", "8,8", "7,7", "DONE", "TURN 7,7")
    assert answer(s) == "OK"
    first = move(s, 15)
    assert first not in [(7, 7), (8, 8)], first
    say(s, "YXBLOCK", f"{first[0]},{first[1]}", "DONE", "TURN 8,8")  # where a stone stands, and the other one now
    second = move(s, 15)
    assert second not in [(7, 7), (8, 8), first], second
    say(s, "YXBLOCK", *[f"{x},{y}" for x in range(15) for y in range(15)], "DONE", "TURN 0,0")
    assert answer(s) == "ERROR every move is blocked"
    say(s, "YXBLOCKRESET", "TURN 14,14")
    move(s, 15)
    say(s, "YXBLOCK", "0,0", "DONE", "START 20", "TURN 9,9")  # cells of another board say nothing about this one
    assert answer(s) == "OK"
    move(s, 20)
    say(s, "END")
    assert s.process.wait(600) == 0


def a_list_has_one_answer():
    s = open_session()
    say(s, "START 15", "INFO timeout_turn 30")
    assert answer(s) == "OK"
    # The same cell twice is no position, whoever owns it.
    for lines, error in [
        (["7,7,1", "7,7,2"], "ERROR the cell 7,7 is given twice"),
        (["7,7,1", "8,8,2", "7,7,1"], "ERROR the cell 7,7 is given twice"),
        (["7,7", "8,8", "7,7"], "ERROR the cell 7,7 has no owner (x,y,1 is ours, x,y,2 theirs)"),
        (["7,7,1", "rubbish", "more of it", "8,8,2"], "ERROR not a stone on the board: 'rubbish'"),
        (["7,7,1", "15,3,2"], "ERROR not a stone on the board: '15,3,2'"),
        (["7,7,4"], "ERROR not a stone on the board: '7,7,4'"),
        ([f"{i % 15},{i // 15 % 15},{1 + i % 2}" for i in range(500)], "ERROR more stones than a board has: '10,11,1'"),
        (["7,7,1", "x" * 1000000, "8,8,2"], "ERROR the line is too long or has a NUL byte: ''"),
    ]:
        for command in ("BOARD", "YXBOARD"):
            say(s, command, *lines, "DONE", "ABOUT")
            assert answer(s) == error, (lines[:3], s.seen[-1])
            assert answer(s).startswith("name="), s.seen[-3:]
    say(s, "SWAP2BOARD", "7,7", "8,8", "7,7", "DONE", "ABOUT")
    assert answer(s).startswith("ERROR") and answer(s).startswith("name=")
    # A command ends a list that was never done.
    say(s, "BOARD", "7,7,1", "RESTART")
    assert answer(s) == "ERROR the list was not ended by DONE: 'RESTART'" and answer(s) == "OK"
    say(s, "BOARD", "", "7,7,2", "DONE")  # an empty line is nothing
    assert move(s, 15) != (7, 7)
    for command in ("BOARD", "YXBOARD", "SWAP2BOARD", "YXBLOCK", "YXBLOCKUNDO"):
        s = open_session()
        say(s, "START 15", command, "7,7,1", "END")
        assert answer(s) == "OK"
        assert s.wait() == 0 and not any(line.startswith("ERROR") for line in s.seen), s.seen


def limits_of_any_size():
    s = open_session()
    say(s, "START 15")
    assert answer(s) == "OK"
    turn = 0
    for key, values in [("timeout_turn", ("0", "-1", "-" + "9" * 40, "1")), ("timeout_match", ("9" * 40, "-5", "0")),
                        ("time_left", ("-" + "9" * 40, "0", "-1", "1", "9" * 40)), ("max_depth", ("0", "-1", "9" * 40)),
                        ("max_node", ("1", "0", "-1", "9" * 40)), ("max_memory", ("1", "-1")), ("hash_size", ("1", "0")),
                        ("thread_num", ("0", "-1", "1"))]:
        for value in values:
            say(s, "RESTART", f"INFO {key} {value}", f"TURN {turn % 15},{turn // 15}")
            assert answer(s) == "OK"
            move(s, 15)
            turn += 1
        seen = len(s.seen)
        say(s, f"INFO {key} many", "ABOUT")
        assert answer(s).startswith("name=")
        told = [line for line in s.seen[seen:] if "needs a number" in line]
        assert len(told) == key.startswith(("time", "max_d", "max_n")), told
    say(s, "END")
    assert s.process.wait(600) == 0


def other_games_are_refused():
    for game in ("shogi", "othello"):
        s = Session([PROGRAM, "gomocup", "--game", game])
        assert s.wait() == 1 and f"{game} is not played over gomocup" in s.errors[0], s.errors


def captures_are_a_variant():
    s = open_session()
    say(s, "START 19", "INFO variant ninuki", "INFO timeout_turn 50")
    assert answer(s) == "OK"
    # White's pair at (1,0) (2,0) is taken by (3,0); afterwards the cell is free again.
    for line in ["PLAY 0,0", "PLAY 1,0", "PLAY 9,9", "PLAY 2,0", "PLAY 3,0"]:
        say(s, line)
        assert answer(s) == line.split()[1]
    say(s, "PLAY 1,0")
    assert answer(s) == "1,0"
    say(s, "YXSHOWFORBID")
    assert answer(s) == "FORBID ."
    say(s, "END")
    assert s.process.wait(600) == 0


def renju_shows_what_is_forbidden():
    s = open_session()
    say(s, "START 15", "INFO rule 4", "INFO timeout_turn 50")
    assert answer(s) == "OK"
    say(s, "YXBOARD", "7,6,1", "0,0,2", "7,8,1", "0,2,2", "8,7,1", "0,4,2", "9,7,1", "0,6,2", "DONE", "YXSHOWFORBID")
    assert answer(s) == "FORBID 0707."
    say(s, "END")
    assert s.process.wait(600) == 0


def bad_input_is_answered_and_survived():
    s = open_session()
    for line, start in [("TURN 1,1", "ERROR"), ("START", "ERROR"), ("START 5", "ERROR"), ("START 21", "ERROR"),
                        ("RECTSTART 15,20", "ERROR"), ("NONSENSE", "UNKNOWN"), ("RECTSTART 15,15", "OK"),
                        ("TURN", "ERROR"), ("TURN 15,0", "ERROR"), ("TURN -1,0", "ERROR"), ("TURN a,b", "ERROR"),
                        ("TAKEBACK 1,1", "ERROR"), ("PLAY 99,99", "ERROR"), ("YXNBEST 0", "ERROR"),
                        ("x" * 70000, "UNKNOWN"), ("x" * 1000000, "ERROR")]:
        say(s, line)
        assert answer(s).startswith(start), (line, s.seen[-1])
    say(s, "BOARD", "1,1,1", "rubbish")
    assert answer(s).startswith("ERROR")
    say(s, "INFO", "INFO timeout_turn", "INFO rule x", "", "INFO timeout_turn 20", "BEGIN")
    move(s, 15)
    say(s, "END")
    assert s.process.wait(600) == 0


for check in [a_game_as_piskvork_plays_it, boards_are_set_and_answered, blocked_cells_may_be_played_on,
              a_list_has_one_answer, limits_of_any_size, other_games_are_refused,
              captures_are_a_variant,
              renju_shows_what_is_forbidden, bad_input_is_answered_and_survived]:
    check()
    print("ok", check.__name__)
