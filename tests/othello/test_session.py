#!/usr/bin/env python3
"""NBoard and GTP sessions, and `yomi solve`, with the whole program, as a GUI or a person meets them."""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "session"))
from session import NotHere, Session, run  # noqa: E402

PROGRAM = sys.argv[1]
SLOW = len(sys.argv) > 2 and sys.argv[2] == "slow"  # a sanitizer is in it
BOARD = "---------------------------O*------*O---------------------------"
WIPEOUT = "E6 F4 E3 F6 G5 D6 E7 F5 C5".split()  # black wins by 64 discs
GAME = f"(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {BOARD} *]B[F5]W[F6];)"


def game_of(moves, clock="15:00"):
    """A game of NBoard: black begins, nobody passes."""
    head = GAME.split("B[F5]")[0].replace("15:00", clock)
    return head + "".join(f"{'BW'[i % 2]}[{move}]" for i, move in enumerate(moves)) + ";)"


class Gtp(Session):
    def __init__(self):
        super().__init__([PROGRAM, "gtp"])

    def ask(self, command):
        """The answer without its mark and number; exactly one empty line ends it."""
        self.send(command)
        first = self.read()
        text = [first]
        while (line := self.read()) != "":
            text.append(line)
        number = command.split()[0] if command.split()[0].isdigit() else ""
        assert first[0] in "=?" and first[1:1 + len(number)] == number, (command, first)
        return first[0], "\n".join([first[1 + len(number):]] + text[1:]).strip()


def gtp_dialogue():
    s = Gtp()
    for command, mark, text in [
        ("1 protocol_version", "=", "2"), ("name", "=", "Yomi"), ("7 nonsense", "?", "unknown command"),
        ("known_command genmove", "=", "true"), ("known_command loadsgf", "=", "true"),
        ("boardsize 10", "?", "unacceptable size"), ("boardsize 8", "=", ""), ("boardsize x", "?", "syntax error"),
        ("clear_board", "=", ""), ("komi 0", "=", ""), ("set_game Othello", "=", ""),
        ("set_game Go", "?", "unsupported game"), ("undo", "?", "cannot undo"), ("play b f5 # best", "=", ""),
        ("play black f6", "?", "illegal move"), ("play w a1", "?", "illegal move"), ("play x f6", "?", "syntax error"),
        ("play w", "?", "syntax error"), ("play w\tF6", "=", ""), ("undo", "=", ""), ("play white pass", "?", "illegal move"),
        ("final_score", "?", "cannot score"), ("time_settings 1 0 0", "=", ""), ("time_left w 1 0", "=", ""),
        ("time_left w x 0", "?", "syntax error"), ("time_settings -1 0 0", "?", "syntax error"),
    ]:
        assert s.ask(command) == (mark, text), (command, s.seen[-3:])
    mark, move = s.ask("reg_genmove w")
    assert mark == "=" and move in ("d6", "f4", "f6"), move
    mark, board = s.ask("showboard")
    assert mark == "=" and "White (O) to move" in board and "4 - - - O X . - - 4" in board, board
    s.send("\n# only a comment\n\x01")
    s.quiet(0.2)
    assert s.ask("name " + "x" * 100000) == ("=", "Yomi")  # what follows is not looked at
    assert s.ask("x" * 100000) == ("?", "unknown command")
    for bad in ("x" * 1000000, "name\0"):
        assert s.ask(bad) == ("?", "the line is too long or has a NUL byte"), s.seen[-3:]
    assert s.ask("name") == ("=", "Yomi")
    s.send("quit")
    assert s.wait() == 0


def gtp_loads_games():
    s = Gtp()
    with tempfile.TemporaryDirectory() as folder:
        def write(name, text):
            path = os.path.join(folder, name)
            pathlib.Path(path).write_text(text)
            return path

        good = write("good.sgf", "(;GM[2]SZ[8]C[a \\] b];B[f5];W[df](;B[c3])(;B[a1]))")
        s.ask("play b d3")
        assert s.ask(f"loadsgf {good}") == ("=", "")
        assert "White (O) to move, black 5 white 2" in s.ask("showboard")[1]
        assert s.ask("undo") == ("=", "") and s.ask("undo") == ("=", "")
        assert s.ask(f"loadsgf {good} 2") == ("=", "")
        before = s.ask("showboard")
        assert "black 4 white 1" in before[1], before
        for bad in ("(;GM[2];B[f5];W[a1])", "(;GM[1];B[f5])", "(;GM[2];B[z9])", "(;GM[2]", "", "(;GM[2]AB[a1])"):
            assert s.ask("loadsgf " + write("bad.sgf", bad)) == ("?", "cannot load file"), bad
            assert s.ask("showboard") == before
        assert s.ask("loadsgf " + os.path.join(folder, "none")) == ("?", "cannot load file")
        assert s.ask("loadsgf") == ("?", "syntax error") and s.ask(f"loadsgf {good} x") == ("?", "syntax error")
        assert s.ask("undo") == ("=", "") and s.ask("undo") == ("?", "cannot undo")
    s.send("quit")
    assert s.wait() == 0


def gtp_game_with_a_clock():
    """A whole game at one second a side: nobody uses more than that, every move is legal, there is a score."""
    s = Gtp()
    s.ask("time_settings 1 0 0")
    left, used = {"b": 1.0, "w": 1.0}, {"b": 0.0, "w": 0.0}
    passes, side = 0, "b"
    for _ in range(130):
        s.ask(f"time_left {side} {left[side]:.2f} 0")
        begun, cpu = time.monotonic(), s.cpu_seconds()
        mark, move = s.ask(f"genmove {side}")
        left[side] -= time.monotonic() - begun
        used[side] += s.cpu_seconds() - cpu
        assert mark == "=", move
        passes = passes + 1 if move == "pass" else 0
        side = "w" if side == "b" else "b"
        if passes == 2:
            break
    assert passes == 2
    mark, score = s.ask("final_score")
    assert mark == "=" and (score == "0" or score[:2] in ("B+", "W+")), score
    if not SLOW:  # a move of depth 1 for each of sixty clocks at 0 takes a sanitizer seconds
        assert max(used.values()) < 1.3, used
    s.send("quit")
    assert s.wait() == 0


def gtp_keeps_its_own_clock():
    """Without time_left: a whole game at half a second a side, then three moves in a second again and again."""
    s = Gtp()
    s.ask("time_settings 0.5 0 0")
    used, passes = {"b": 0.0, "w": 0.0}, 0
    for ply in range(130):
        side, cpu = "bw"[ply % 2], s.cpu_seconds()
        passes = passes + 1 if s.ask(f"genmove {side}")[1] == "pass" else 0
        used[side] += s.cpu_seconds() - cpu
        if passes == 2:
            break
    assert passes == 2 and (SLOW or max(used.values()) < 0.8), used
    s.ask("clear_board")
    s.ask("time_settings 0 0.6 3")
    used, took = [], []
    for ply in range(14):
        begun, cpu = time.monotonic(), s.cpu_seconds()
        s.ask(f"genmove {'bw'[ply % 2]}")
        used.append(s.cpu_seconds() - cpu)
        took.append(time.monotonic() - begun)
    black = used[0::2]
    assert SLOW or all(sum(black[i:i + 3]) < 0.8 for i in (0, 3)), black
    assert took[12] > 0.03, took  # a new period has new time
    s.send("quit")
    assert s.wait() == 0


def gtp_gives_each_side_its_own_clock():
    """Black has nothing left and moves at once; white has half a minute and thinks. Then the other way round."""
    s = Gtp()
    for rich, poor in (("w", "b"), ("b", "w")):
        s.ask("clear_board")
        s.ask("time_settings 3600 0 0")
        s.ask(f"time_left {poor} 0 0")
        s.ask(f"time_left {rich} 30 0")
        for side in "bw":
            begun = time.monotonic()
            assert s.ask(f"genmove {side}")[0] == "="
            assert side == poor or time.monotonic() - begun > 0.2, side
    s.send("quit")
    assert s.wait() == 0


def gtp_clocks_that_have_run_out_still_bring_a_move():
    for settings in (["time_left b 0 1"], ["time_settings 0 0 1"], ["time_settings 0 0.0001 1"], ["time_settings 0 0 0"],
                     ["time_left b 0 0"], ["time_left b -5 3"], ["time_settings 0 0 1000"], ["time_left b 0.0001 1000"],
                     ["time_settings 0 1 1", "time_left b 0 1"], ["time_settings 0.0001 0 0"]):
        s = Gtp()
        for line in settings:
            assert s.ask(line) == ("=", ""), line
        mark, move = s.ask("genmove b")
        assert mark == "=" and move in ("d3", "c4", "f5", "e6"), (settings, move)
        mark, move = s.ask("reg_genmove w")
        assert mark == "=" and len(move) == 2, (settings, move)
        s.send("quit")
        assert s.wait() == 0
    s = Gtp()
    for bad in ("time_settings 1e300 0 0", "time_settings nan 0 0", "time_settings 0 0 -1", "time_settings 0 0 99999999999",
                "time_settings 1 1", "time_settings", "time_left", "time_left b", "time_left b 1", "time_left b inf 0",
                "time_left b 1 -1", "time_left b 1e300 0", "time_left green 1 0"):
        assert s.ask(bad) == ("?", "syntax error"), bad
    s.send("quit")
    assert s.wait() == 0


def a_gui_that_vanishes_ends_its_search():
    """Both pipes are closed in the middle of a search that would take hours, and of commands that wait behind it."""
    if PROGRAM.endswith(".exe"):
        raise NotHere("wine is not told that a pipe of Linux has lost its reader")
    for protocol, lines, sign in (
            ("gtp", "name\ntime_settings 100000 0 0\ngenmove b\ngenmove w\ngenmove b\n", b"= Yomi"),
            ("nboard", f"nboard 2\nset game {game_of([], '900:00:00')}\ngo\n", b"status Thinking"),
            ("nboard", "nboard 2\nhint 60\n", b"status Analysing"),
            ("gomocup", "START 20\nINFO timeout_turn 100000000\nTURN 9,9\nTURN 3,3\nTURN 4,4\n", b"OK"),
            ("usi", "isready\ngo nodes 1000000000000\ngo perft 20\n", b"readyok")):
        process = subprocess.Popen([PROGRAM, protocol], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write(lines.encode())
        process.stdin.flush()
        while sign not in process.stdout.readline():
            pass
        time.sleep(0.2)
        process.stdout.close()
        process.stdin.close()
        try:
            assert process.wait(600) == 0, protocol
        finally:
            process.kill()


def a_session_without_input_ends():
    for protocol in ("usi", "nboard", "gtp", "gomocup"):
        for redirect in ("<&-", "<&- >&-", "<&- >&- 2>&-", "< /"):
            done = subprocess.run(["/bin/sh", "-c", f'exec "$0" {protocol} {redirect}', PROGRAM], timeout=600,
                                  capture_output=True)
            assert done.returncode == 0 and not done.stdout, (protocol, redirect, done)


def nboard_clocks_without_end():
    """Times in a game that are no times, or more than any clock has."""
    endless = ":".join(["1"] * 400)
    s = Session([PROGRAM, "nboard"])
    s.send("nboard 2")
    for clock in (endless, f"{endless}/{endless}", "999999:999999:999999", "0:00", "0:00/0:05", "x", "-1:00", ""):
        s.send("set game " + game_of(["F5", "F6"], clock))
        s.send("move E6/0/1e308")  # whatever black had is used up
        s.send("move F4/0/-1e308")
        s.send("go")
        if clock.endswith(f"/{endless}"):  # but for what the move brought
            s.send("ping 1")
        assert len(s.until("=== ")[-1].split("/")[0]) == 6, s.seen
    s.send("quit")
    assert s.wait() == 0


def nboard_weights_that_are_missing_are_told_and_replaced():
    s = Session([PROGRAM, "nboard"])
    s.send("set WeightsFile /nowhere/at/all")
    assert "/nowhere/at/all" in s.read()
    s.send("nboard 2")
    s.until("set myname")
    s.send("set BookFile " + "x" * 5000)
    assert "too long" in s.read()
    s.send("set depth 2")
    s.send("go")
    assert s.until("=== ")[-1][4:6] in ("D3", "C4", "F5", "E6")
    s.send("quit")
    assert s.wait() == 0


def nboard_dialogue():
    s = Session([PROGRAM, "nboard"])
    s.send("nboard 2")
    assert s.until("set myname")[-1] == "set myname Yomi"
    for line in (f"set game {GAME}", "set contempt 0", "set depth 6", "an unknown line", "ping 1"):
        s.send(line)
    assert s.until("pong")[-1] == "pong 1"
    s.send("hint 3")
    lines = [line for line in s.until("status") + s.until("status ") if line.startswith("search ")]
    words = lines[-1].split()
    assert len({line.split()[1][:2] for line in lines}) >= 3, lines
    assert float(words[2]) is not None and words[3] == "0" and words[4].split("@")[0].isdigit(), words
    s.send("hint 64")  # as NBoard asks for all moves
    lines = [line for line in s.until("status") + s.until("status ") if line.startswith("search ")]
    assert {line.split()[1][:2] for line in lines} == {"D3", "C4", "E6", "F7"}, lines
    s.send("move E6/0.5/1.2")
    s.send("go")
    answer = s.until("=== ")[-1]
    move, evaluation, seconds = answer[4:].split("/")
    assert len(move) == 2 and float(evaluation) < 64 and float(seconds) >= 0, answer
    s.send("go")  # the answer was not played, so the same side moves again
    assert s.until("=== ")[-1][4:6] == move
    s.send("learn")
    s.until("learned")
    s.send("quit")
    assert s.wait() == 0


def nboard_bad_lines_change_nothing():
    s = Session([PROGRAM, "nboard"])
    s.send("nboard 2")
    s.send(f"set game {GAME}")
    for bad in ("set game (;nothing", "set game (;BO[8 x *];)", "set game " + GAME.replace("F6", "A1"), "move A1",
                "move", "set depth x", "set depth 99"):
        s.send(bad)
    s.send("ping 5")
    got = s.until("pong 5")
    assert sum(line.startswith("status ") for line in got) == 7, got
    s.send("set depth 2")
    s.send("go")
    assert s.until("=== ")[-1].split("/")[0][4:] in ("E6", "F4", "D6", "C4", "G5", "D3", "C3", "E3", "F7", "G6", "G7")
    s.send("quit")
    assert s.wait() == 0


def nboard_ping_stops_a_hint():
    s = Session([PROGRAM, "nboard"])
    s.send("nboard 2")
    s.send(f"set game {GAME}")
    s.send("hint 2")
    s.until("search ")
    cpu = s.cpu_seconds()
    s.send("ping 9")
    s.until("pong 9")
    assert s.cpu_seconds() - cpu < 5  # the hint itself has no end
    s.send("quit")
    assert s.wait() == 0


def nboard_analysis_goes_back_to_the_start():
    s = Session([PROGRAM, "nboard"])
    s.send("nboard 2")
    s.send(f"set game {GAME}")
    s.send("analyze")
    got = [line for line in s.until("analysis 0 ") if line.startswith("analysis")]
    assert [line.split()[1] for line in got] == ["2", "1", "0"], got
    s.send("quit")
    assert s.wait() == 0


def a_finished_game_has_its_disc_score():
    s = Session([PROGRAM, "nboard"])
    s.send("nboard 2")
    s.send("set game " + game_of(WIPEOUT))
    s.send("go")  # white is to move, and there is nothing to play
    assert s.until("=== ")[-1].startswith("=== PA/-64.00/"), s.seen
    s.send("analyze")
    got = [line.split() for line in s.until("analysis 0 ") if line.startswith("analysis")]
    assert got[0] == ["analysis", "9", "64.00"] and got[1] == ["analysis", "8", "64.00"], got
    s.send("quit")
    assert s.wait() == 0


def nboard_tells_who_wins():
    board = "--*****--OOO**-O-OOO**O*-O*O*O**O***O***--*O*O**-***OOO--OOOOO--"
    s = Session([PROGRAM, "nboard"])
    s.send("nboard 2")
    s.send(f"set game (;GM[Othello]TY[8]BO[8 {board} *];)")
    for option, score, confidence in (("true", "1.00", "100%W"), ("false", "18.00", "100%")):
        s.send(f"set WinLossDraw {option}")
        s.send("hint 1")
        s.until("search ")
        last = [line for line in s.until("status ") if line.startswith("search")][-1].split()
        assert last[2] == score and last[4] == confidence, last
    s.send("quit")
    assert s.wait() == 0


def nboard_clock_with_increment():
    """A second and a second a move: what the first move took came back, so there is time to think."""
    s = Session([PROGRAM, "nboard"])
    s.send("nboard 2")
    s.send("set game " + game_of(["F5//1.0", "F6"], "0:01/0:01"))
    s.send("go")
    assert float(s.until("=== ")[-1].split("/")[2]) >= 0.1, s.seen[-1]
    s.send("quit")
    assert s.wait() == 0


def nboard_gives_each_side_its_own_clock():
    """Black moves. When black has used all it searches to depth 1, a few nodes; when white has, black thinks."""
    s = Session([PROGRAM, "nboard"])
    s.send("nboard 2")
    nodes = {}
    for who, moves in (("black", ["F5//10.0", "F6"]), ("white", ["F5", "F6//10.0"])):
        s.send("set game " + game_of(moves, "0:10"))
        s.send("go")
        seconds = float((got := s.until("=== "))[-1].split("/")[2])
        nodes[who] = max(int(line.split()[1]) for line in got if line.startswith("nodestats "))
        assert who == "black" or seconds >= 0.1, got[-1]
    assert nodes["black"] < 10000, nodes
    s.send("quit")
    assert s.wait() == 0


def nboard_next_command_ends_an_analysis():
    s = Session([PROGRAM, "nboard"])
    s.send("nboard 2")
    moves = "F5 D6 C3 D3 C4 F4 F6 F3 E6 E7 D7 C5 B6 D8 C6 C7 D2 B5 A5 A6 A7 G5 E3 B4 C8 G6 G4 C2".split()
    s.send("set game " + game_of(moves))
    s.send("analyze")
    s.until("analysis ")
    s.send("ping 3")
    got = s.until("pong 3")
    assert len(got) < 10, got  # of the 28 positions that were left
    s.send("set depth 1")
    s.send("go")  # the position is the last one again
    assert s.until("=== ")
    s.send("quit")
    assert s.wait() == 0


def nboard_learns_and_plays_from_the_book():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.book")
        s = Session([PROGRAM, "nboard"])
        s.send("nboard 2")
        s.send(f"set game {GAME}")
        s.send("learn")
        s.until("learned")
        assert "BookFile is not set" in s.read(), s.seen  # after it: "learned" clears what the GUI shows
        s.send(f"set BookFile {path}")
        s.send("set BookDepth 6")
        s.send("learn")
        s.until("learned")
        assert os.path.getsize(path) > 24
        s.send("set game " + GAME.replace("B[F5]W[F6]", "B[F5]"))
        s.send("go")
        answer = s.until("=== ")
        assert answer[-1].startswith("=== F6/") and not any(line.startswith("nodestats 1") for line in answer), answer
        s.send("set depth 3")
        s.send("ping 1")
        s.until("pong 1")
        s.send("hint 2")  # what the book knows, and a search beside it
        lines = s.until("status Analysing") + s.until("status ")
        book = [line.split() for line in lines if line.startswith("book ")]
        assert len(book) == 1 and book[0][1] == "F6" and book[0][3:] == ["1", "6"], book
        assert len({line.split()[1][:2] for line in lines if line.startswith("search ")}) >= 2, lines
        s.send("set BookGrow 3")
        s.send("set BookTolerance 6400")
        s.send("learn")  # the other two answers to F5 come first
        s.until("learned")
        assert int.from_bytes(pathlib.Path(path).read_bytes()[12:16], "little") == 3 + 3
        s.send("hint 3")
        lines = s.until("status Analysing") + s.until("status ")
        book = {line.split()[1]: line.split()[3] for line in lines if line.startswith("book ")}
        assert book == {"F6": "1", "D6": "0", "F4": "0"}, lines
        s.send("set OwnBook false")
        s.send("go")
        assert any(line.startswith("nodestats ") and line.split()[1] != "0" for line in s.until("=== "))
        s.send("quit")
        assert s.wait() == 0
        data = bytearray(pathlib.Path(path).read_bytes())
        data[40] ^= 1
        pathlib.Path(path).write_bytes(data)
        s = Session([PROGRAM, "nboard"], env={**os.environ, "YOMI_OTHELLO_BOOK": path})
        s.send("nboard 2")
        s.send(f"set game {GAME}")
        s.send("set depth 3")
        s.send("go")  # goes on without the book
        got = s.until("=== ")
        assert any("damaged" in line for line in got), got
        s.send("quit")
        assert s.wait() == 0


def a_millisecond_gives_a_move():
    s = Session([PROGRAM, "usi", "--game", "othello"])
    s.send("usi")
    s.until("usiok")
    s.send("position startpos moves f5")
    for _ in range(5):
        s.send("go movetime 1")
        got = s.until("bestmove")
        assert got[-1].split()[1] in ("d6", "f4", "f6"), got[-1]
        assert any(" depth " in line for line in got), got
    s.send("quit")
    assert s.wait() == 0


def solve_tells_right_from_wrong():
    position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.obf")

        def solve(text, *words):
            pathlib.Path(path).write_text(text)
            done = subprocess.run([PROGRAM, "solve", "othello", path, *words], capture_output=True, text=True, timeout=600)
            return done.returncode, done.stdout, done.stderr

        code, out, _ = solve(f"% a comment\n\n{position}; G8:+18; H1:+12;\n")
        assert code == 0 and "right" in out and "wrong 0" in out, out
        code, out, _ = solve(f"{position}; G8:+20;\n")
        assert code == 1 and "WRONG" in out, out
        code, out, _ = solve(f"{position}; G8:+20;\n", "--wld")  # who wins, not by how much
        assert code == 0 and "+1 " in out and "right" in out, out
        code, out, _ = solve(f"{position}; G8:-2;\n", "--wld")
        assert code == 1 and "WRONG" in out, out
        full, dead = "X" * 40 + "O" * 24, "X" * 40 + "-" * 24
        code, out, _ = solve(f"{full} X; PS:+16;\n{full} O; PS:-16;\n{dead} O; PS:-64;\n")
        assert code == 0 and "wrong 0" in out and "positions 3" in out, out
        code, _, err = solve(f"{position[:-3]} X\n")
        assert code == 1 and ":1:" in err, err


def bench(*words):
    done = subprocess.run([PROGRAM, "bench", "othello", *words], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def a_surer_search_takes_more_nodes():
    def searched(level):
        counters = dict(line.split() for line in bench("--quiet", "--stats", "--depth", "7", "--option", f"Selectivity={level}").splitlines())
        return int(counters["nodes"]), int(counters.get("probcut_tries", 0))

    default = dict(line.split() for line in bench("--quiet", "--depth", "7").splitlines())
    levels = [searched(level) for level in (73, 90, 98, 100)]
    nodes = [level[0] for level in levels]
    assert nodes[0] == int(default["nodes"]) and nodes == sorted(set(nodes)), nodes
    assert levels[2][1] > 0 and levels[3][1] == 0, levels  # at 100 % nothing is cut by a probe


def options_are_set_in_every_protocol():
    s = Gtp()
    assert s.ask("known_command yomi-set_option") == ("=", "true")
    mark, listed = s.ask("yomi-list_options")
    assert mark == "=" and "Selectivity 73 (73, 90, 98, 100)" in listed.splitlines(), listed
    assert "BookMoves 40 (0 to 60)" in listed.splitlines() and "EvaluateOrder" not in listed, listed
    assert s.ask("yomi-set_option selectivity 98") == ("=", "")
    assert "Selectivity 98 (73, 90, 98, 100)" in s.ask("yomi-list_options")[1]
    mark, why = s.ask("yomi-set_option Selectivity 99")
    assert mark == "?" and "Selectivity" in why, why
    assert s.ask("yomi-set_option Nonsense 1")[0] == "?" and s.ask("yomi-set_option") == ("?", "syntax error")
    assert "Selectivity 98 (73, 90, 98, 100)" in s.ask("yomi-list_options")[1]  # a bad value changes nothing
    s.ask("quit")
    n = Session([PROGRAM, "nboard"])
    for line in ("nboard 2", f"set game {GAME}", "set depth 6", "set Selectivity 98", "hint 1"):
        n.send(line)
    assert n.until("search ")[-1].endswith("@98%"), n.seen[-3:]
    n.send("set Selectivity most")
    n.until("status option Selectivity is one of 73, 90, 98, 100")
    n.send("quit")


def bench_tells_what_was_done():
    counters = dict(line.split() for line in bench("--quiet", "--stats").splitlines())
    assert int(counters["evals"]) > 0 and int(counters["probcut_cuts"]) > 0, counters
    assert "depths_cut_off" not in counters
    counters = dict(line.split() for line in bench("--quiet", "--stats", "--movetime", "20").splitlines())
    ended = sum(int(counters.get(name, 0)) for name in ("depths_cut_off", "depths_not_begun"))  # by the clock, on four of five
    assert ended >= 3 and "signature" not in counters, counters
    rows = [line.split() for line in bench("--table", "--runs", "2").splitlines()[1:]]
    assert [row[:4] for row in rows] == [["opening", "8", "8", "73"], ["opening", "10", "10", "73"],
                                         ["midgame", "8", "8", "73"], ["midgame", "10", "10", "73"],
                                         ["endgame", "8", "14", "73"], ["endgame", "10", "14", "100"]], rows
    nodes = [int(row[5]) for row in rows]  # 14 empties are solved by then, selectively and exactly
    speeds = [int(row[7]) for row in rows]
    assert all(a < b for a, b in zip(nodes[::2], nodes[1::2])) and min(speeds) > 0, rows


def labels_of_a_search():
    def samples(path):
        data = pathlib.Path(path).read_bytes()
        return [s for s in struct.iter_unpack("<QQhH", data) if not s[3] & 0x8000]  # without the marks of games

    with tempfile.TemporaryDirectory() as folder:
        games, labels, part = (os.path.join(folder, name) for name in ("games", "labels", "part"))

        def datagen(out, *words):
            done = subprocess.run([PROGRAM, "datagen", "othello", out, *words], capture_output=True, text=True, timeout=600)
            return done.returncode, done.stderr

        assert datagen(games, "--games", "2", "--depth", "1", "--solve", "8") == (0, "")
        assert datagen(labels, "--label", games, "--depth", "2", "--solve", "8") == (0, "")
        before, after = samples(games), samples(labels)
        assert [s[:2] for s in before] == [s[:2] for s in after]
        assert [s for s in before if s[3] == 1] == [s for s in after if s[3] == 1], "solved positions keep their scores"
        assert any(s[3] == 2 for s in after) and not any(s[3] == 0 for s in after)
        assert datagen(part, "--label", games, "--depth", "1", "--one-in", "4", "--solve", "8") == (0, "")
        assert 0 < len(samples(part)) < len(before)
        code, err = datagen(part, "--label", os.path.join(folder, "none"))
        assert code == 1 and "cannot read" in err, err


def weights_are_made_from_a_few_games():
    """One round of what othello_weights.sh does, short enough for a sanitizer."""
    with tempfile.TemporaryDirectory() as folder:
        data, weights = os.path.join(folder, "data"), os.path.join(folder, "weights")
        for words in (["datagen", "othello", data, "--games", "2", "--depth", "0", "--weights", "none"],
                      ["train", "othello", "--out", weights, "--data", data]):
            done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
        assert os.path.getsize(weights) > 0


def weights_are_made_from_nothing():
    """The script that made the program's weights, on a few games; what is missing of its results it makes again."""
    if SLOW:
        return print("     (not with a sanitizer: ten runs of training; see weights_are_made_from_a_few_games)")
    script = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "othello_weights.sh"
    with tempfile.TemporaryDirectory() as folder:
        games, made = pathlib.Path(folder, "games"), pathlib.Path(folder, "made")
        games.mkdir()
        for year in (2000, 2001):
            done = subprocess.run([PROGRAM, "match", "othello", "--engine", "name=a proto=internal", "--engine",
                                   "name=b proto=internal", "--depth", "1", "--games", "4", "--random-plies", "8",
                                   "--seed", str(year), "--records", str(games / f"WTH_{year}.wtb"), "--quiet"], timeout=600)
            assert done.returncode == 0
        words = ["bash", script, PROGRAM, games, made]

        def make():
            done = subprocess.run(words, env={**os.environ, "GAMES": "8"}, capture_output=True, text=True, timeout=600)
            assert done.returncode == 0, done.stderr
            return done.stdout

        out = make()
        assert [line for line in out.splitlines() if " from " in line][-1].startswith("4.weights from"), out
        assert "games-2001.dat" in out and "games-2000.dat" not in out, "years that end in 0 or 5 are held out"
        assert (made / "searched.dat").stat().st_size > 0
        weights = (made / "4.weights").read_bytes()
        (made / "4.weights").unlink()
        (made / "searched.dat").unlink()
        out = make()
        assert [line for line in out.splitlines() if " from " in line] == [
            "4.weights from games.dat searched.dat labelled.dat"], out
        assert (made / "4.weights").read_bytes() == weights
        done = subprocess.run([PROGRAM, "train", "othello", "--check", made / "4.weights", "--wthor",
                               games / "WTH_2000.wtb"], capture_output=True, text=True, timeout=600)
        assert done.returncode == 0 and "mean error" in done.stdout, done.stderr


run([gtp_dialogue, gtp_loads_games, gtp_game_with_a_clock, gtp_keeps_its_own_clock, gtp_gives_each_side_its_own_clock,
     gtp_clocks_that_have_run_out_still_bring_a_move, a_gui_that_vanishes_ends_its_search, a_session_without_input_ends,
     nboard_clocks_without_end, nboard_weights_that_are_missing_are_told_and_replaced,
     nboard_dialogue, nboard_bad_lines_change_nothing, nboard_ping_stops_a_hint,
     nboard_analysis_goes_back_to_the_start, a_finished_game_has_its_disc_score, nboard_tells_who_wins,
     nboard_clock_with_increment, nboard_gives_each_side_its_own_clock, nboard_next_command_ends_an_analysis,
     nboard_learns_and_plays_from_the_book, a_millisecond_gives_a_move, solve_tells_right_from_wrong,
     a_surer_search_takes_more_nodes,
     options_are_set_in_every_protocol, bench_tells_what_was_done, labels_of_a_search,
     weights_are_made_from_a_few_games, weights_are_made_from_nothing])
