#!/usr/bin/env python3
"""Where output goes and what it carries: output.py PROGRAM [slow]. A full disk is told, devices and links stay what they
are, texts of strangers are made valid and move no cursor, a large file needs little memory."""
import json
import os
import pathlib
import re
import resource
import stat
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

PROGRAM = sys.argv[1]
SLOW = len(sys.argv) > 2 and sys.argv[2] == "slow"
START = "8 ---------------------------O*------*O--------------------------- *"


def run(*words, **more):
    more.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([PROGRAM, *map(str, words)], stderr=subprocess.PIPE, timeout=600, **more)


def every_command_tells_a_full_disk(folder):
    problems, games = folder / "problems", folder / "games"
    problems.write_text("freestyle 15/15/15/15/15/15/15/4xxx8/15/3oo10/15/15/15/15/15 b 0 0; three\n")
    games.write_text("f5d6c3\nf5d6c4\n")
    data = folder / "data"
    assert run("datagen", "gomoku", data, "--games", "4", "--nodes", "100").returncode == 0
    engines = ["--engine", "name=a proto=internal", "--engine", "name=b proto=internal"]
    commands = [
        ["--version"], ["--help"], ["help", "match"], ["match", "--help"], ["perft", "othello", "2"],
        ["bench", "othello", "--depth", "2"], ["analyse", "othello", games, "--depth", "1"],
        ["solve", "gomoku", problems, "--time", "100", "--hash", "1"],
        ["book", "othello", folder / "book", games], ["datagen", "gomoku", folder / "more", "--games", "1", "--nodes", "50"],
        ["train", "gomoku", data, "--epochs", "1"],
        ["match", "othello", *engines, "--depth", "1", "--games", "2", "--random-plies", "4"],
    ]
    for words in commands:
        assert run(*words).returncode == 0, words
        with open("/dev/full", "wb") as full:
            done = run(*words, stdout=full)
        assert done.returncode == 1, (words, done)
        assert b"cannot write to standard output" in done.stderr, (words, done.stderr)
    play = run("play", "othello", "--ascii", input=b"quit\n", stdout=open("/dev/full", "wb"))
    assert play.returncode == 1 and b"standard output" in play.stderr, play


def devices_and_links_stay(folder):
    games = folder / "games"
    games.write_text("f5d6c3\n")
    words = ["analyse", "othello", games, "--depth", "1", "--quiet"]
    null = os.stat("/dev/null")
    assert run(*words, "--json", "/dev/null", "--svg", "/dev/null").returncode == 0
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode) and os.stat("/dev/null").st_rdev == null.st_rdev
    done = run(*words, "--csv", "/dev/stdout")
    assert done.returncode == 0 and done.stdout.startswith(b"game,ply,side,"), done
    with open(folder / "both", "wb") as both:
        assert run(*words[:-1], "--csv", "/dev/stdout", stdout=both).returncode == 0
    text = (folder / "both").read_bytes()
    assert text.startswith(b"game,ply,side,") and b"\ngame 1\n  ply played" in text, text
    done = run(*words, "--csv", "/dev/full")
    assert done.returncode == 1 and b"/dev/full: No space left" in done.stderr, done
    (folder / "link").symlink_to("target")
    os.umask(0o027)
    for _ in range(2):
        assert run(*words, "--csv", folder / "link").returncode == 0
        assert (folder / "link").is_symlink() and (folder / "target").read_bytes().startswith(b"game,ply")
        assert stat.S_IMODE((folder / "target").stat().st_mode) == 0o640
    os.umask(0o022)


def texts_are_made_valid(folder):
    hostile = b"\xff\x1b[31mEve\xc3\x28\x9b2J\x7f \xe3\x81"  # broken UTF-8, escapes of both kinds, half a character
    record = folder / "games.ggf"
    record.write_bytes(b"(;GM[Othello]PB[" + hostile + b"]PW[\xe5\x85\x88\xe6\x89\x8b]BO[" + START.encode() + b"]B[f5]W[d6];)\n")
    done = run("analyse", "othello", record, "--depth", "1", "--json", folder / "json", "--svg", folder / "svg",
               "--annotate", folder / "out.ggf")
    assert done.returncode == 0, done
    clean = "\ufffd\ufffd[31mEve\ufffd(\ufffd2J\ufffd \ufffd\ufffd"
    game = json.loads((folder / "json").read_bytes().decode())["games"][0]
    assert game["first"] == clean and game["second"] == "\u5148\u624b", game["first"]
    title = "".join(xml.etree.ElementTree.parse(folder / "svg").getroot().itertext())
    assert clean in title, title
    assert not re.search(rb"[\x00-\x08\x0b-\x1f\x7f]", done.stdout) and clean in done.stdout.decode(), done.stdout
    assert not re.search(rb"[\x00-\x08\x0b-\x1f\x7f]", (folder / "out.ggf").read_bytes())
    odd = pathlib.Path(os.fsdecode(os.fsencode(folder) + b"/\xffgames.ggf"))
    odd.write_bytes(record.read_bytes())
    assert run("analyse", "othello", odd, "--depth", "1", "--json", folder / "json").returncode == 0
    assert json.loads((folder / "json").read_bytes().decode())["games"][0]["file"].endswith("/\ufffdgames.ggf")


def errors_are_made_valid(folder):
    record = folder / "bad.ggf"
    for move, shown in ((b"\x1b[", "\ufffd["), (b"i1", "i1"), (b"f9", "f9"), (b"5f", "5f"), (b"\xffa", "\ufffda")):
        record.write_bytes(b"(;GM[Othello]BO[" + START.encode() + b"]B[" + move + b"];)\n")
        done = run("analyse", "othello", record, "--depth", "1")
        assert done.returncode == 1 and f"GGF: '{shown}' is no move" in done.stderr.decode(), done
    problems = folder / "problems"
    problems.write_text("freestyle 15/15/15/15/15/15/15/4xxx8/15/3oo10/15/15/15/15/15 b 0 0; \x1b]0;title\x07\n")
    done = run("solve", "gomoku", problems, "--time", "2000", "--hash", "1")
    assert b"\x1b" not in done.stdout and "\ufffd]0;title\ufffd".encode() in done.stdout, done


def a_large_base_needs_little_memory(folder):
    """20 MB of tournament games: a book of them streams, an analysis says how many positions it takes."""
    moves = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6"
    codes = bytes(10 * int(moves[i + 1]) + ord(moves[i]) - 96 for i in range(0, len(moves), 2))
    games = 20_000_000 // 68
    game = struct.pack("<HHHBB", 1, 2, 3, 33, 33) + codes + bytes(60 - len(codes))
    base = folder / "base.wtb"
    base.write_bytes(bytes([20, 25, 1, 31]) + struct.pack("<IHHBBBB", games, 0, 2020, 8, 0, 22, 0) + game * games)

    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

    done = run("book", "othello", folder / "book", base, preexec_fn=limited)
    assert done.returncode == 0 and done.stdout == b"positions 20\n", done
    done = run("analyse", "othello", base, "--depth", "1", preexec_fn=limited)
    assert done.returncode == 1 and b"more than 2097152 positions" in done.stderr, done
    base.write_bytes(bytes([20, 25, 1, 31]) + struct.pack("<IHHBBBB", 1, 0, 2020, 8, 0, 22, 0) + game[:7] + b"\x41" + game[8:])
    done = run("analyse", "othello", base, "--depth", "1")
    assert done.returncode == 1 and b"game 0 has a score of more than 64" in done.stderr, done


checks = [every_command_tells_a_full_disk, devices_and_links_stay, texts_are_made_valid, errors_are_made_valid]
if SLOW:
    print("left out under sanitizers, whose memory is not the program's: a_large_base_needs_little_memory")
else:
    checks.append(a_large_base_needs_little_memory)
for check in checks:
    with tempfile.TemporaryDirectory() as name:
        check(pathlib.Path(name))
    print("ok:", check.__name__)
