#!/usr/bin/env python3
"""The front-end frame and USI, as a GUI meets them, on the whole program with the toy game in it."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from session import Session, run

PROGRAM = sys.argv[1]
SLOW = 4 if len(sys.argv) > 2 and sys.argv[2] == "slow" else 1


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
    s.send("go searchmoves 9")
    assert "not a legal move" in s.read() and s.read() == "bestmove resign"
    s.send("quit")
    assert s.wait() == 0


def lines_too_long_or_with_nul_are_named_and_survived():
    s = usi()
    ready(s)
    s.send("x" * 200000)
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
    begun = time.monotonic()
    s.until("bestmove")
    assert time.monotonic() - begun < 2 * SLOW
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
    assert process.wait(10) == 0


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
        assert process.wait(60) == 0
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
            s.end_input()
            # This program has no shogi in it, so the engine cannot be opened; the right protocol asked for it.
            assert s.wait() == 1 and "no game 'shogi'" in s.errors[0], s.errors
    s = Session([PROGRAM])
    s.send("")
    s.send("usi")
    assert s.wait() == 1 and "no game 'shogi'" in s.errors[0], s.errors


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
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=20)
        assert done.returncode != 0 and word in done.stderr, (arguments, done)
        assert len(done.stderr.splitlines()) == 1 and not done.stdout, (arguments, done)
    for arguments in (["--help"], ["usi", "--help"], ["perft", "--help"], ["bench", "--help"], ["--version"]):
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=20)
        assert done.returncode == 0 and done.stdout and not done.stderr, (arguments, done)
    done = subprocess.run([PROGRAM, "perft", "toy", "4"], capture_output=True, text=True, timeout=20)
    assert done.stdout.splitlines() == ["perft 1 5", "perft 2 25", "perft 3 125", "perft 4 625"], done


def bench_ends_in_three_figures_and_repeats():
    runs = [subprocess.run([PROGRAM, "bench", "toy", "--depth", "10"], capture_output=True, text=True, timeout=60)
            for _ in range(2)]
    tails = [done.stdout.splitlines()[-3:] for done in runs]
    for nodes, nps, signature in tails:
        assert nodes.startswith("nodes ") and nps.startswith("nps ") and len(signature.split()[1]) == 16
    assert tails[0][0] == tails[1][0] and tails[0][2] == tails[1][2]


def the_environment_sets_the_knobs():
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


def a_signal_does_not_hang_it():
    s = usi()
    ready(s, "name Width value 8", "name Height value 7")
    s.send("go infinite")
    time.sleep(0.05)
    s.process.send_signal(signal.SIGTERM)
    assert s.process.wait(10) == -signal.SIGTERM


run([
    handshake_lists_options_without_blanks,
    a_game_is_played_move_by_move,
    bad_input_changes_nothing_and_says_why,
    lines_too_long_or_with_nul_are_named_and_survived,
    more_hash_than_the_machine_has_is_refused_and_play_goes_on,
    stop_and_ponder_in_every_order,
    the_end_of_input_lets_a_limited_search_finish,
    a_gui_that_vanishes_ends_the_session,
    a_gui_that_vanishes_ends_its_search,
    the_protocol_is_told_from_the_first_line_or_the_name,
    the_command_line_names_what_is_wrong,
    bench_ends_in_three_figures_and_repeats,
    the_environment_sets_the_knobs,
    a_signal_does_not_hang_it,
])
