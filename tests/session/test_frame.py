#!/usr/bin/env python3
"""The front-end frame and USI, as a GUI meets them, on the whole program with the toy game in it."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from session import NotHere, Session, run

PROGRAM = sys.argv[1]


def usi(*arguments, **more):
    return Session([PROGRAM, "usi", "--game", "toy", *arguments], **more)


def ready(session, *options):
    session.send("usi")
    session.until("usiok")
    for option in options:
        session.send("setoption " + option)
    session.send("isready")
    session.until("readyok")


def bestmoves(session):
    return sum(line.startswith("bestmove") for line in session.seen)


def handshake_lists_options_without_blanks():
    s = usi()
    s.send("usi")
    got = s.until("usiok")
    assert got[0].startswith("id name Yomi ") and got[1].startswith("id author ")
    options = [line.split() for line in got if line.startswith("option ")]
    assert options and all(words[1] == "name" and words[3] == "type" for words in options)
    names = [words[2] for words in options]
    assert "USI_Hash" in names and "USI_Ponder" in names and "Threads" in names and "MultiPV" in names
    assert len(names) == len(set(names)) and "PollMaskNormal" not in names
    s.send("quit")
    assert s.wait() == 0


def a_game_is_played_move_by_move():
    s = usi()
    ready(s, "name USI_Hash value 2", "name Threads value 2")
    s.send("usinewgame")
    moves = []
    while True:
        s.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        s.send("go btime 1000 wtime 1000 byoyomi 20")
        answer = s.until("bestmove")[-1].split()
        if answer[1] == "resign":
            break
        moves.append(answer[1])
    assert 7 <= len(moves) <= 25, moves
    s.send("gameover win")
    s.send("quit")
    assert s.wait() == 0 and bestmoves(s) == len(moves) + 1


def bad_input_changes_nothing_and_says_why():
    s = usi()
    ready(s)
    s.send("position startpos moves 3 3")
    for line, word in [
        ("position startpos moves 3 9", "move 2, '9', is not a legal move"),
        ("position", "position needs startpos or sfen"),
        ("position sfen 12345x", "no stone can be dropped at move 6"),
        ("position startpos moves " + "1" * 70, "is not a legal move"),
        ("setoption", "setoption needs"),
        ("setoption name Threads value many", "option Threads is a number"),
        ("setoption name Threads value 0", "option Threads is a number"),
        ("setoption name Nothing value 1", "no option 'Nothing'"),
        ("setoption name Threads worth 3", "not readable"),
        ("nonsense and more", "unknown command: nonsense"),
        ("go perft x", "go perft needs a depth"),
        ("\x01\x02\xff", "unknown command"),
    ]:
        s.send(line)
        got = s.read()
        assert got.startswith("info string") and word in got, (line, got)
    s.send("d")
    board = s.until("sfen ")
    assert board[-1] == "sfen 33", board
    s.send("go depth 3 bogus")
    assert "'bogus' is not known" in s.read()
    s.until("bestmove")
    s.send("go nodes 100 searchmoves 2 depth 5")
    assert s.until("bestmove")[-1].split()[1] == "2"
    s.send("go nodes 100 searchmoves 9 x 2")
    assert "2 not legal here, the first is '9'" in s.read() and s.until("bestmove")[-1].split()[1] == "2"
    s.send("go nodes 100 searchmoves 9")
    assert "1 not legal here" in s.read() and "all moves are searched" in s.read()
    assert s.until("bestmove")[-1].split()[1] in "12345"
    s.send("go nodes 100 searchmoves")
    assert "all moves are searched" in s.read() and s.until("bestmove")[-1].split()[1] in "12345"
    s.send("setoption name ResignValue value x")
    assert "option ResignValue is a number from 0 to 30000" in s.read()
    s.send("quit")
    assert s.wait() == 0


def lines_too_long_or_with_nul_are_named_and_survived():
    s = usi()
    ready(s)
    s.send("x" * 1000000)
    assert "too long" in s.read()
    s.send_bytes(b"isre\0ady\n")
    assert "too long or had a NUL" in s.read()
    s.send_bytes(b"isready\r\n")
    assert s.read() == "readyok"
    s.send_bytes(b"\n\r\n   \t \n")
    s.send("isready")
    assert s.read() == "readyok"
    s.send("quit")
    assert s.wait() == 0


def limits_that_mean_nothing_still_bring_a_move():
    s = usi()
    ready(s, "name Width value 8", "name Height value 7")
    s.send("position startpos")
    for words, told in [
        ("depth 0", "depth '0' is taken as 1"), ("depth -3", "depth '-3' is taken as 1"),
        ("depth", "depth '' is taken as 1"), ("depth x", "depth 'x' is taken as 1"),
        ("depth nodes 50", "depth '' is taken as 1"), ("nodes 0", "nodes '0' is taken as depth 1"),
        ("nodes many", "nodes 'many' is taken as depth 1"), ("nodes -1", "nodes '-1' is taken as depth 1"),
        ("movetime -5", "movetime '-5' is taken as 0"), ("movetime abc", "movetime 'abc' is taken as 0"),
        ("movetime", "movetime '' is taken as 0"), ("btime x", "btime 'x' is taken as 0"),
        ("byoyomi 1e3", "byoyomi '1e3' is taken as 0"), ("winc", "winc '' is taken as 0"),
        ("btime 10 wtime 10 movestogo 0", "movestogo '0' is taken as not given"),
    ]:
        s.send("go " + words)
        got = s.until("bestmove")
        assert got[0] == "info string " + told, (words, got)
        assert got[-1].split()[1] in "12345678", got
    for words in ("movetime 0", "btime 0 wtime 0", "btime -50 wtime -50", "wtime 100000", "binc 1000 winc 1000",
                  "btime 0 wtime 0 byoyomi 0", "depth 1 nodes " + "9" * 40, "movetime 0 depth " + "9" * 40,
                  "nodes 1", "btime -" + "9" * 40):
        s.send("go " + words)
        got = s.until("bestmove")
        assert got[-1].split()[1] in "12345678" and not any("string" in line for line in got), (words, got)
    s.send("go ponder depth 0")
    assert "taken as 1" in s.read()
    s.send("ponderhit btime x")
    assert "btime 'x' is taken as 0" in s.until("info string")[-1]
    s.until("bestmove")
    s.send("quit")
    assert s.wait() == 0


def a_count_of_leaves_can_be_ended():
    for order in (["stop"], ["isready"], ["quit"]):
        s = usi()
        ready(s, "name Width value 8", "name Height value 7")
        s.send("position startpos")
        s.send("go perft 20")
        time.sleep(0.05)
        for line in order:
            s.send(line)
        s.until("info string perft 20 was ended")
        if order != ["quit"]:
            s.send("go perft 3")
            assert s.until("perft 3")[-1] == "perft 3 512"
            s.send("quit")
        assert s.wait() == 0


def a_count_of_leaves_ends_when_nobody_listens():
    if PROGRAM.endswith(".exe"):
        raise NotHere("wine is not told that a pipe of Linux has lost its reader")
    process = subprocess.Popen([PROGRAM, "usi", "--game", "toy"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(b"isready\nsetoption name Width value 8\nsetoption name Height value 7\nposition startpos\n"
                        b"go perft 20\n")
    process.stdin.flush()
    process.stdout.readline()
    process.stdout.close()  # nobody is there any more
    process.stdin.close()
    try:
        assert process.wait(600) == 0
    finally:
        process.kill()


def a_session_without_input_or_output_ends():
    for redirect in ("<&-", "<&- >&-", "<&- 2>&-", "<&- >&- 2>&-", "< /dev/null > /dev/full"):
        done = subprocess.run(["/bin/sh", "-c", f'exec "$0" usi --game toy {redirect}', PROGRAM], timeout=600,
                              capture_output=True)
        assert done.returncode == 0, (redirect, done)
    done = subprocess.run(["/bin/sh", "-c", 'exec "$0" <&-', PROGRAM], timeout=600, capture_output=True, text=True)
    assert done.returncode == 1 and "the input ended before a protocol began" in done.stderr, done


def more_hash_than_the_machine_has_is_refused_and_play_goes_on():
    s = usi()
    ready(s, "name USI_Hash value 4")
    s.send("setoption name USI_Hash value 1000000")
    s.send("isready")
    got = s.until("readyok")
    assert any("MB" in line and line.startswith("info string") for line in got), got
    s.send("getoption Hash")
    assert s.read() == "info string Hash 4"
    s.send("go depth 4")
    s.until("bestmove")
    s.send("quit")
    assert s.wait() == 0


def stop_and_ponder_in_every_order():
    s = usi()
    ready(s, "name Width value 8", "name Height value 7", "name Threads value 2")
    s.send("position startpos")
    n = 0
    for _ in range(20):
        s.send("go infinite")
        s.send("stop")
        s.until("bestmove")
        n += 1
    s.send("stop")  # nothing runs: no answer
    s.send("ponderhit")
    s.quiet(0.1)
    s.send("go ponder btime 1000 wtime 1000 byoyomi 50")
    time.sleep(0.1)
    s.send("ponderhit")
    s.until("bestmove")
    s.send("go ponder btime 0 wtime 0 byoyomi 60000")
    s.send("ponderhit btime 0 wtime 0 byoyomi 50")  # a clock of its own
    cpu = s.cpu_seconds()
    s.until("bestmove")
    assert s.cpu_seconds() - cpu < 20  # of the minute that the clock it replaces has
    s.send("go ponder btime 60000 wtime 60000")
    s.send("stop")
    s.until("bestmove")
    s.send("go infinite")
    s.send("position startpos moves 1")  # a GUI in a hurry: the search ends first
    s.until("bestmove")
    s.send("go infinite")
    s.send("gameover lose")
    s.until("bestmove")
    s.send("go infinite")
    s.send("isready")
    got = s.until("readyok")
    assert sum(line.startswith("bestmove") for line in got) == 1
    n += 6
    s.send("go infinite")
    s.send("quit")
    assert s.wait() == 0
    assert bestmoves(s) == n + 1, (bestmoves(s), n)


def the_end_of_input_lets_a_limited_search_finish():
    s = usi()
    s.send("position startpos")
    s.send("go depth 9")
    s.end_input()
    assert s.wait() == 0 and bestmoves(s) == 1
    s = usi()
    s.send("setoption name Width value 8")
    s.send("setoption name Height value 7")
    s.send("position startpos")
    s.send("go infinite")
    s.end_input()
    assert s.wait() == 0 and bestmoves(s) == 1


def a_gui_that_vanishes_ends_the_session():
    process = subprocess.Popen([PROGRAM, "usi", "--game", "toy"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdout.close()
    for _ in range(50):
        try:
            os.write(process.stdin.fileno(), b"usi\n")
        except BrokenPipeError:
            break
        time.sleep(0.02)
    assert process.wait(600) == 0


def a_gui_that_vanishes_ends_its_search():
    process = subprocess.Popen([PROGRAM, "usi", "--game", "toy"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(b"usi\nsetoption name Width value 8\nsetoption name Height value 7\nposition startpos\n"
                        b"go nodes 1000000000000\n")
    process.stdin.flush()
    while b" depth " not in process.stdout.readline():
        pass
    process.stdout.close()
    process.stdin.close()
    try:
        assert process.wait(600) == 0
    finally:
        process.kill()


def the_protocol_is_told_from_the_first_line_or_the_name():
    s = Session([PROGRAM])
    s.send("hello")
    assert s.wait() == 1 and "begins no protocol" in s.errors[0]
    with tempfile.TemporaryDirectory() as folder:
        for name in ("yomi-usi", "yomi-usi.exe"):
            copy = os.path.join(folder, name)
            shutil.copy(PROGRAM, copy)
            s = Session([copy])
            s.send("isready")
            s.until("readyok")
            s.end_input()
            assert s.wait() == 0
    s = Session([PROGRAM])
    s.send("")
    s.send("usi")
    s.until("usiok")
    s.end_input()
    assert s.wait() == 0
    s = Session([PROGRAM, "nboard"])  # the one game of this program says that it speaks USI
    s.end_input()
    assert s.wait() == 1 and "no game of this program speaks nboard" in s.errors[0], s.errors


def the_command_line_names_what_is_wrong():
    for arguments, word in [
        (["nothing"], "no command 'nothing'"),
        (["perft"], "GAME is missing"),
        (["perft", "toy"], "DEPTH is missing"),
        (["perft", "toy", "x"], "DEPTH is a number from 1 to 30"),
        (["perft", "chess", "3"], "no game 'chess'; there is: toy"),
        (["perft", "toy", "3", "4"], "'4' is one word too many"),
        (["perft", "toy", "3", "--position", "9"], "no stone can be dropped at move 1"),
        (["bench", "--threads", "0"], "--threads is a number from 1 to 256"),
        (["bench", "--threads"], "--threads needs a value"),
        (["bench", "--what"], "no option --what"),
        (["bench", "--quiet=1"], "--quiet takes no value"),
        (["usi", "--game", "chess"], "no game 'chess'"),
    ]:
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=600)
        assert done.returncode != 0 and word in done.stderr, (arguments, done)
        assert len(done.stderr.splitlines()) == 1 and not done.stdout, (arguments, done)
    for arguments in (["--help"], ["usi", "--help"], ["perft", "--help"], ["bench", "--help"], ["--version"]):
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=600)
        assert done.returncode == 0 and done.stdout and not done.stderr, (arguments, done)
    done = subprocess.run([PROGRAM, "perft", "toy", "4"], capture_output=True, text=True, timeout=600)
    assert done.stdout.splitlines() == ["perft 1 5", "perft 2 25", "perft 3 125", "perft 4 625"], done


def bench_ends_in_three_figures_and_repeats():
    runs = [subprocess.run([PROGRAM, "bench", "toy", "--depth", "10"], capture_output=True, text=True, timeout=600)
            for _ in range(2)]
    tails = [done.stdout.splitlines()[-3:] for done in runs]
    for nodes, nps, signature in tails:
        assert nodes.startswith("nodes ") and nps.startswith("nps ") and len(signature.split()[1]) == 16
    assert tails[0][0] == tails[1][0] and tails[0][2] == tails[1][2]


def the_environment_sets_the_parameters():
    env = dict(os.environ, YOMI_THREADPOOL_METRICS="1", YOMI_CURRMOVE_THROTTLE_MS="off", YOMI_WORKER_STACK_MB="32",
               YOMI_TEST_FORCE_JITTER="0")
    s = usi(env=env)
    ready(s, "name Threads value 2")
    for name, value in [("Jitter", "false"), ("CurrMoveThrottleMs", "0"), ("WorkerStackMB", "32")]:
        s.send(f"getoption {name}")
        assert s.read() == f"info string {name} {value}"
    s.send("go depth 5")
    s.until("bestmove")
    s.send("quit")
    assert s.wait() == 0
    assert sum(line.startswith("pool: worker") for line in s.errors) == 2, s.errors
    env["YOMI_WORKER_STACK_MB"] = "lots"
    s = usi(env=env)
    assert s.wait() == 1 and "YOMI_WORKER_STACK_MB" in s.errors[0]


def the_environment_has_the_names_of_shogi_engines_too():
    old = {f"SHOGI_{name}": value for name, value in [("THREADPOOL_METRICS", "1"), ("CURRMOVE_THROTTLE_MS", "150"),
                                                      ("WORKER_STACK_MB", "24"), ("TEST_FORCE_JITTER", "0")]}
    for own, stack in [({}, "24"), ({"YOMI_WORKER_STACK_MB": "32"}, "32")]:  # Yomi's own name goes first
        s = usi(env={**os.environ, **old, **own})
        ready(s)
        for name, value in [("Jitter", "false"), ("CurrMoveThrottleMs", "150"), ("WorkerStackMB", stack)]:
            s.send(f"getoption {name}")
            assert s.read() == f"info string {name} {value}", s.seen[-1]
        s.send("quit")
        assert s.wait() == 0
        assert sum(line.startswith("pool: worker") for line in s.errors) == 1, s.errors
    s = usi(env={**os.environ, "SHOGI_WORKER_STACK_MB": "lots"})
    assert s.wait() == 1 and "SHOGI_WORKER_STACK_MB" in s.errors[0]


def a_signal_does_not_hang_it():
    s = usi()
    ready(s, "name Width value 8", "name Height value 7")
    s.send("go infinite")
    time.sleep(0.05)
    s.process.send_signal(signal.SIGTERM)
    assert s.process.wait(600) == -signal.SIGTERM


run([
    handshake_lists_options_without_blanks,
    a_game_is_played_move_by_move,
    bad_input_changes_nothing_and_says_why,
    lines_too_long_or_with_nul_are_named_and_survived,
    limits_that_mean_nothing_still_bring_a_move,
    a_count_of_leaves_can_be_ended,
    a_count_of_leaves_ends_when_nobody_listens,
    a_session_without_input_or_output_ends,
    more_hash_than_the_machine_has_is_refused_and_play_goes_on,
    stop_and_ponder_in_every_order,
    the_end_of_input_lets_a_limited_search_finish,
    a_gui_that_vanishes_ends_the_session,
    a_gui_that_vanishes_ends_its_search,
    the_protocol_is_told_from_the_first_line_or_the_name,
    the_command_line_names_what_is_wrong,
    bench_ends_in_three_figures_and_repeats,
    the_environment_sets_the_parameters,
    the_environment_has_the_names_of_shogi_engines_too,
    a_signal_does_not_hang_it,
])
