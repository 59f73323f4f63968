#!/usr/bin/env python3
"""Records in analyses and matches: records.py PROGRAM. Annotated records keep what was in them and can be read again, folders
are read whole, the two graphs show the same, bad files are named, a terminal sees a bar."""
import json
import os
import pathlib
import pty
import struct
import subprocess
import sys
import tempfile
import zlib

PROGRAM = sys.argv[1]
KIF = """開始日時：2024/01/01
手合割：平手
先手：甲
後手：乙
手数----指手---------消費時間--
*序盤
   1 ７六歩(77)   ( 0:01/00:00:01)
   2 ３四歩(33)   ( 0:02/00:00:02)
*角が
*当たる
   3 ２二角成(88)   ( 0:01/00:00:02)
   4 ９四歩(93)   ( 0:01/00:00:03)
   5 投了
"""
START = "---------------------------O*------*O--------------------------- *"


def run(*arguments):
    return subprocess.run([PROGRAM, "analyse", *map(str, arguments)], capture_output=True, text=True, timeout=600)


def good(*arguments):
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def pixels(path):
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0] == zlib.crc32(name + body), name
        chunks[name] = body
        at += 12 + size
    width, height, depth, colour = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    rows = zlib.decompress(chunks[b"IDAT"])
    assert (width, depth, colour) == (900, 8, 2) and len(rows) == (3 * width + 1) * height
    starts = [y * (3 * width + 1) + 1 for y in range(height)]
    return [[tuple(rows[at + 3 * x : at + 3 * x + 3]) for x in range(width)] for at in starts]


def check_shogi(folder):
    source, out = folder / "game.kif", folder / "out.kif"
    source.write_text(KIF, encoding="utf-8")
    png, svg, report = folder / "g.png", folder / "g.svg", folder / "g.json"
    good("shogi", source, "--depth", 9, "--annotate", out, "--png", png, "--svg", svg, "--json", report, "--quiet")
    lines = out.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith("*Yomi: ")]
    assert kept == KIF.splitlines(), kept
    notes = [line for line in lines if line.startswith("*Yomi: ")]
    assert len(notes) == 4 and "??" in notes[3] and "better" in notes[3], notes
    positions = json.loads(report.read_text())["games"][0]["positions"]
    assert positions[3]["mark"] == "??" and positions[3]["best"] in notes[3], (positions[3], notes[3])
    # The blunder is a red dot after the fourth and last move, at the right, and nothing else is red.
    red = [(x, y) for y, row in enumerate(pixels(png)) for x, colour in enumerate(row) if colour == (0xC8, 0x10, 0x2E)]
    assert red and all(abs(x - 880) <= 5 for x, y in red), red[:3]
    assert svg.read_text().count('class="blunder"') == 1
    # Another format by the name of the output; what comes out can be analysed again.
    good("shogi", source, "--depth", 2, "--annotate", folder / "out.csa", "--quiet")
    text = (folder / "out.csa").read_text(encoding="utf-8")
    assert "'*角が" in text and text.count("'*Yomi: ") == 4, text
    good("shogi", folder / "out.csa", "--depth", 2, "--quiet")


def check_othello(folder):
    records = folder / "games"
    records.mkdir()
    moves = "f5d6c3d3c4"
    ggf = f"(;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 {START}]B[f5]W[d6]B[c3//3];)"
    (records / "b.ggf").write_text(ggf + "\n" + ggf)
    squares = bytes(10 * int(moves[i + 1]) + ord(moves[i]) - 96 for i in range(0, 10, 2))
    game = struct.pack("<HHHBB", 1, 2, 3, 40, 34) + squares + bytes(60 - len(squares))
    (records / "a.wtb").write_bytes(struct.pack("<BBBBIHHBBBB", 20, 24, 1, 1, 1, 0, 2023, 8, 0, 10, 0) + game)
    (records / "notes.doc").write_text("nothing of ours")
    table = good("othello", records, "--depth", 3, "--annotate", folder / "noted")
    assert table.count("game ") == 3 and "a.wtb, player 2 - player 3" in table, table
    assert sorted(path.name for path in (folder / "noted").iterdir()) == ["a.wtb.ggf", "b.ggf"]
    noted = (folder / "noted" / "b.ggf").read_text()
    assert noted.count("B[f5/") == 2 and "//3.00" not in noted and "/3.00]" in noted, noted
    (records / "c.ggf").write_text("(;GM[Othello]broken")
    done = run("othello", records, "--depth", 2)
    assert done.returncode == 1 and "c.ggf: GGF" in done.stderr, done.stderr
    done = run("othello", records, "--depth", 2, "--skip-bad")
    assert done.returncode == 1 and "passed over:" in done.stderr and done.stdout.count("game ") == 3, done.stderr


def match(game, folder, records, *arguments):
    command = [PROGRAM, "match", game, "--engine", "name=a proto=internal", "--engine", "name=b proto=internal"]
    command += ["--games", "4", "--random-plies", "6", "--journal", str(folder / f"{game}.journal"), "--quiet"]
    done = subprocess.run([*command, "--records", str(records), *arguments], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


def check_match(folder):
    """Games of a match can be read again, and the same ones come from its journal."""
    for path in ("m.ggf", "again.ggf"):
        match("othello", folder, folder / path, "--depth", "2")
    text = (folder / "m.ggf").read_text()
    assert text.count("GM[Othello]") == 4 and text.count("PB[a]PW[b]") == 2 and "RE[?]" not in text, text
    assert (folder / "again.ggf").read_text() == text
    good("othello", folder / "m.ggf", "--depth", 1, "--quiet")
    match("othello", folder, folder / "m.wtb", "--depth", "2")
    data = (folder / "m.wtb").read_bytes()
    assert struct.unpack("<I", data[4:8])[0] == 4 and len(data) == 16 + 4 * 68, data[:16]
    players = [struct.unpack("<HH", data[at + 2 : at + 6]) for at in range(16, len(data), 68)]
    assert sorted(players) == [(1, 2), (1, 2), (2, 1), (2, 1)], players
    table = good("othello", folder / "m.wtb", "--depth", 1)
    assert table.count("game ") == 4 and "player 1 - player 2" in table, table
    match("shogi", folder, f"{folder}/kifs/", "--depth", "1", "--max-plies", "40")
    names = [f"game-{number:06}.kif" for number in range(1, 5)]
    assert sorted(path.name for path in (folder / "kifs").iterdir()) == names
    assert "*1/2: adjudicated: too many plies" in (folder / "kifs" / names[0]).read_text(encoding="utf-8")
    good("shogi", folder / "kifs", "--depth", 1, "--quiet")


def check_terminal(folder):
    main, other = pty.openpty()
    command = [PROGRAM, "analyse", "shogi", str(folder / "game.kif"), "--nodes", "20000"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=other)
    os.close(other)
    text = b""
    try:
        while chunk := os.read(main, 4096):
            text += chunk
    except OSError:  # the other end is closed
        pass
    assert process.wait(600) == 0
    assert b"[##############################] 5 of 5 positions" in text, text


with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name)
    check_shogi(work)
    check_othello(work)
    check_match(work)
    check_terminal(work)
