"""Sessions of well-formed, damaged and random lines over all protocols against a build with ASan and UBSan. A session must
end by itself, answer every go (USI), every command (GTP) and every ping (NBoard) exactly once, and leave no report."""
import os
import random
import re
import subprocess
import time

from . import common

SESSION = 3000
NUMBERS = ["0", "1", "-1", "2", "7", "1000000", "99999999999999999999", "-5", "abc", "0.0001", "1e9", "", "0x10", "+3", "NaN"]
SHOGI = ["7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "4c4d", "G*5b", "P*3d", "8h2b+", "2b8h+", "3a2b", "resign", "0a0a", "7g7f+"]
SFEN = ["startpos", "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2G2r2b2g4s4n4l17p 1", "sfen 8k/9/9/9/9/9/9/9/K8 w - 1", "sfen", "sfen 9/9 b -"]
START = "8 ---------------------------O*------*O--------------------------- *"


def word(rng, low=1, high=12):
    return "".join(chr(rng.randrange(33, 127)) for _ in range(rng.randrange(low, high)))


def cell(rng):
    return rng.choice("abcdefghi") + str(rng.randrange(1, 10))


class Usi:
    """`options` as the program tells them; sizes and threads stay small, files are names of nothing."""
    begin, end = ["usi", "setoption name USI_Hash value 1", "isready"], ["stop", "quit"]

    def __init__(self, path):
        out = subprocess.run([path, "usi"], input=b"usi\nquit\n", capture_output=True, timeout=60).stdout.decode()
        self.options = [(m[1], m[2], m[3]) for m in re.finditer(r"option name (\S+) type (\w+)(.*)", out)]
        assert len(self.options) > 5, out

    def option(self, rng):
        name, kind, rest = rng.choice(self.options)
        value = rng.choice(NUMBERS)
        if kind == "button":
            return f"setoption name {name}"
        if re.search("hash|thread|stack|mb|multipv", name, re.I):
            value = rng.choice(["1", "2", "3", "0", "-1", "abc"])
        elif kind == "check":
            value = rng.choice(["true", "false", "maybe"])
        elif kind == "spin" and rng.random() < 0.7:
            low, high = (int(x) for x in re.search(r"min (\S+) max (\S+)", rest).groups())
            value = str(rng.randint(low, high))
        return f"setoption name {name} value {value}"

    def go(self, rng):
        return "go " + rng.choice([
            f"nodes {rng.randrange(200)}", f"depth {rng.randrange(4)}", f"movetime {rng.randrange(5)}", "infinite", "ponder",
            f"btime {rng.choice(NUMBERS)} wtime 10 byoyomi {rng.randrange(20)}", f"ponder btime 10 wtime 10 binc {rng.randrange(9)}",
            f"mate {rng.randrange(20)}", "mate infinite", f"perft {rng.randrange(3)}", f"depth 2 searchmoves {rng.choice(SHOGI)}",
            f"depth {rng.choice(NUMBERS)}", f"nodes {rng.choice(NUMBERS)}", f"movestogo {rng.choice(NUMBERS)} btime 50", word(rng)])

    def line(self, rng):
        kind = rng.random()
        if kind < 0.06:
            return self.go(rng)
        if kind < 0.40:
            moves = " ".join(rng.choice(SHOGI) for _ in range(rng.randrange(6)))
            return f"position {rng.choice(SFEN)}" + (f" moves {moves}" if moves else "")
        if kind < 0.60:
            return self.option(rng)
        return rng.choice(["stop", "ponderhit", "ponderhit btime 100 wtime 100", "isready", "usi", "d", "moves", "gameover win",
                           "getoption Threads", "getoption", "usinewgame", word(rng), "", " ", "stop stop"])

    def harmless(self, data):
        """May this damaged line be sent? Sizes and ends of sessions stay with the generator."""
        return not re.search(rb"hash|thread|stack|mb|multipv|quit", data, re.I)

    def check(self, lines, out):
        asked = 0
        for line in lines:
            words = re.split(rb"[ \t\r]+", line.strip(b" \t\r"))
            asked += words[0] == b"go" and b"perft" not in words and b"\0" not in line
        answered = len(re.findall(rb"^(?:bestmove|checkmate) ", out, re.M))
        return "" if asked == answered else f"{asked} go, {answered} answers"


class Gtp:
    begin, end = ["time_settings 0 0.02 1", "yomi-set_option Hash 1"], ["quit"]

    def __init__(self, path):
        pass

    def line(self, rng):
        number = str(rng.randrange(1000)) + " " if rng.random() < 0.3 else ""
        if rng.random() < 0.004:
            return number + rng.choice([f"yomi-set_option Contempt {rng.choice(NUMBERS)}", "genmove b", "genmove w", "reg_genmove b", "genmove", "genmove x"])
        colour = rng.choice(["b", "w", "black", "white", "x", ""])
        return number + rng.choice([
            "protocol_version", "name", "version", "list_commands", f"known_command {word(rng)}", "known_command play",
            f"boardsize {rng.choice(NUMBERS)}", "boardsize 8", "clear_board", "clear_board", f"komi {rng.choice(NUMBERS)}", f"play {colour} {cell(rng)}",
            f"play {colour} {cell(rng)}", f"play {colour} pass", "undo", "showboard", "final_score", "loadsgf /nonexistent", "list_games",
            "set_game Othello", f"set_game {word(rng)}", "yomi-list_options", "yomi-set_option Contempt x",
            f"yomi-set_option MultiPV {rng.randrange(4)}", f"time_left {colour} {rng.choice(['0 1', '0 0', '0.01 1', '-1 0', 'a b'])}",
            rng.choice(["time_settings 0 0 1", "time_settings 0 0.0001 1", "time_settings 0.05 0 0", "time_settings x"]),
            word(rng), "", "# " + word(rng), "\t"])

    def harmless(self, data):
        return not re.search(rb"time|hash|thread|stack|quit|genmove|set_option", data, re.I)

    def check(self, lines, out):
        asked = 0
        for line in lines:
            text = re.sub(rb"[\x00-\x08\x0b-\x1f\x7f]", b"", line.split(b"#")[0]).strip(b" \t")
            asked += bool(text) or b"\0" in line
        answered = len(re.findall(rb"^[=?][0-9]* ?.*\n(?:(?![=?]).*\n)*?\n", out, re.M))
        return "" if asked == answered else f"{asked} commands, {answered} answers"


class Nboard:
    begin, end = ["nboard 2", "set depth 1"], ["quit"]

    def __init__(self, path):
        pass

    def line(self, rng):
        if rng.random() < 0.0005:
            return f"set contempt {rng.choice(NUMBERS)}"  # a new table of weights each time: slow under ASan
        if rng.random() < 0.004:
            return rng.choice(["go", "learn", "hint 2", "hint 0", "hint abc", "go go"])
        moves = "".join(f"{rng.choice('BW')}[{cell(rng)}{rng.choice(['', '/1.2', '/1.2/0.5', '//'])}]" for _ in range(rng.randrange(5)))
        clock = rng.choice(["10:00", "1:1:1:1:1:1", "0", "-5", "99999999999:0", "5:00/00:30/2:00", "", "abc"])
        return rng.choice([
            f"set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[{clock}]TY[8]BO[{START}]{moves};)", f"move {cell(rng)}",
            f"move {cell(rng)}/1/2", "move PA", f"set depth {rng.choice(['0', '1', '-1', 'x'])}", "set contempt x",
            f"ping {rng.randrange(1 << 31)}", f"ping {rng.choice(NUMBERS)}", "nboard 2", f"nboard {rng.choice(NUMBERS)}", word(rng), ""])

    def harmless(self, data):
        return not re.search(rb"depth|quit|analy|contempt", data, re.I)

    def check(self, lines, out):
        asked = sum(bool(re.fullmatch(rb"ping \d{1,10}", line)) for line in lines)
        answered = len(re.findall(rb"^pong \d{1,10}$", out, re.M))
        return "" if answered >= asked else f"{asked} ping, {answered} pong"


class Gomocup:
    begin, end = ["START 15", "INFO timeout_turn 1", "INFO timeout_match 0", "INFO max_memory 4000000"], ["DONE", "END"]

    def __init__(self, path):
        pass

    def at(self, rng):
        return f"{rng.randrange(-1, 20)},{rng.randrange(-1, 16)}"

    def line(self, rng):
        if rng.random() < 0.02:
            return rng.choice([f"TURN {self.at(rng)}", "BEGIN", f"TURN {self.at(rng)}", "SWAP2BOARD"])
        if rng.random() < 0.05:
            rows = "\n".join(f"{self.at(rng)},{rng.choice([1, 2, 3, 0, 'x'])}" for _ in range(rng.randrange(8)))
            return rng.choice(["BOARD", "YXBOARD", "YXBLOCK", "YXBLOCKUNDO", "SWAP2BOARD"]) + "\n" + rows + "\nDONE"
        return rng.choice([
            "START 15", "START 19", f"START {rng.choice(NUMBERS)}", "RECTSTART 20,15", "RESTART", f"TAKEBACK {self.at(rng)}",
            f"PLAY {self.at(rng)}", "ABOUT", "YXSTOP", "STOP", f"YXNBEST {rng.randrange(3)}", "YXSHOWFORBID", "YXSHOWINFO", "YXHASHCLEAR",
            "YXSHOWHASHUSAGE", "YXBLOCKRESET", f"INFO rule {rng.randrange(12)}", f"INFO game_type {rng.randrange(5)}",
            f"INFO max_depth {rng.randrange(3)}", f"INFO max_node {rng.randrange(500)}", "INFO timeout_turn 0", f"INFO time_left {rng.randrange(9)}",
            "INFO evaluate 3,3", f"INFO {word(rng)} {rng.choice(NUMBERS)}", "INFO folder /nonexistent", "INFO", word(rng), self.at(rng), "DONE", ""])

    def harmless(self, data):
        return not re.search(rb"info|time|depth|node|memory|balance|^\W*end|hash|thread", data, re.I)

    def check(self, lines, out):
        return ""


def damage(rng, data):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = rng.randrange(len(data) + 1)
        change = rng.randrange(5)
        if change == 0:
            data[at:at] = bytes([rng.randrange(256)])
        elif change == 1:
            del data[at:at + rng.randrange(1, 5)]
        elif change == 2 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif change == 3:
            data[at:at] = data[:rng.randrange(1, 40)] * rng.choice([1, 1, 1, 50])
        else:
            data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(20)))
    return bytes(data).replace(b"\n", b"")


def make_session(rng, grammar):
    lines = [text.encode() for text in grammar.begin]
    while len(lines) < SESSION:
        made = grammar.line(rng).encode().split(b"\n")
        if len(made) == 1 and rng.random() < 0.3:
            bad = damage(rng, made[0])
            made = [bad] if grammar.harmless(bad) else []
        lines += made
    return lines + [text.encode() for text in grammar.end]


def run(setup, findings):
    path = common.program(setup, "asan")
    grammars = {"usi": Usi(path), "gtp": Gtp(path), "nboard": Nboard(path), "gomocup": Gomocup(path)}
    env = {**os.environ, "ASAN_OPTIONS": "detect_leaks=1", "UBSAN_OPTIONS": "print_stacktrace=1"}
    counts, sessions, end = dict.fromkeys(grammars, 0), 0, time.monotonic() + setup.seconds
    while time.monotonic() < end:
        name = [name for name in grammars if setup.only in name][sessions % sum(setup.only in name for name in grammars)]
        rng = random.Random(f"{setup.seed}/{sessions}")
        sessions += 1
        lines = make_session(rng, grammars[name])
        text = b"\n".join(lines) + b"\n"
        label = f"{name} session {sessions - 1} of seed {setup.seed}"
        try:
            done = subprocess.run([path, name], input=text, capture_output=True, timeout=300, env=env)
        except subprocess.TimeoutExpired:
            findings.add(f"{label}: does not end within 300 s", text)
            continue
        counts[name] += len(lines)
        wrong = "a sanitizer's report" if common.REPORT.search(done.stderr) else grammars[name].check(lines, done.stdout)
        if done.returncode != 0 or wrong:
            findings.add(f"{label}: exit {done.returncode}; {wrong}", text + b"\n---- errors\n" + done.stderr[-20000:])
    return f"{sum(counts.values())} lines in {sessions} sessions " + " ".join(f"{k} {v}" for k, v in counts.items())
