#!/usr/bin/env python3
"""test_program.py PROGRAM: dobutsu shogi through the program: USI, bench, play, records, solve."""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "session"))
from session import Session, run  # noqa: E402

PROGRAM = sys.argv[1]
START = "gle/1c1/1C1/ELG b - 1"
SIGNATURE = "signature f0f69fbe5e54a707"


def yomi(*arguments, text=""):
    return subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, timeout=300)


def a_game_is_played_over_usi():
    s = Session([PROGRAM, "usi", "--game", "dobutsu"])
    s.send("usi")
    s.until("usiok")
    s.send("isready")
    s.until("readyok")
    moves = []
    for _ in range(200):
        s.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        s.send("go depth 5")
        best = s.until("bestmove")[-1].split()[1]
        if best == "resign":  # the lion is caught or home, or the game is drawn
            break
        moves.append(best)
    assert 8 < len(moves) < 200, moves
    s.send("position sfen 1l1/1G1/3/1L1 b - 1")
    s.send("go depth 3")
    assert s.until("bestmove")[-1].startswith("bestmove 2b2a"), s.seen[-3:]
    s.send("position sfen 1l1/3/1C1/1L1 b 2GE 1")
    s.send("go mate infinite")
    assert s.until("checkmate")[-1].startswith("checkmate "), s.seen[-3:]
    s.send("quit")
    assert s.wait() == 0


def the_bench_has_its_signature():
    done = yomi("bench", "dobutsu")
    assert SIGNATURE in done.stdout.splitlines(), done.stdout


def a_game_in_the_terminal_is_saved_and_loaded():
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/game.dob"
        done = yomi("play", "dobutsu", "--side", "both", "--ascii", text=f"2c2b\n1a2b\nsave {path}\nquit\n")
        assert done.returncode == 0 and "saved 2 moves" in done.stdout, done.stdout
        assert pathlib.Path(path).read_text().splitlines()[-2:] == ["+2c2b", "-1a2b"]
        done = yomi("play", "dobutsu", "--load", path, "--side", "both", "--ascii", text="quit\n")
        assert " b   .  e  ." in done.stdout.splitlines()[2], done.stdout


def problems_are_solved_and_judged():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder + "/problems.txt")
        path.write_text("# plies behind a tab\n1l1/1G1/3/1L1 b - 1\t1\n1l1/3/1C1/1L1 b 2GE 1\n2l/L2/3/3 b - 1\t1\n")
        done = yomi("solve", "dobutsu", str(path))
        assert done.returncode == 0 and "won 3" in done.stdout and done.stdout.count("right") == 2, done.stdout
        path.write_text("1l1/1G1/3/1L1 b - 1\t3\n")
        assert "WRONG" in yomi("solve", "dobutsu", str(path)).stdout


def analyse_and_match_take_it_as_it_is():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder + "/game.dob")
        path.write_text("V1-dobutsu\n+2c2b\n-1a2b\n+3d2c\n")
        done = yomi("analyse", "dobutsu", str(path), "--depth", "3")
        assert done.returncode == 0, done
        done = yomi("match", "dobutsu", "--engine", "name=a proto=internal", "--engine", "name=b proto=internal",
                    "--nodes", "300", "--games", "2", "--random-plies", "2", "--records", folder + "/out.dob")
        assert done.returncode == 0 and pathlib.Path(folder + "/out.dob").read_text().count("V1-dobutsu") == 2, done


run([a_game_is_played_over_usi, the_bench_has_its_signature, a_game_in_the_terminal_is_saved_and_loaded,
     problems_are_solved_and_judged, analyse_and_match_take_it_as_it_is])
