#!/usr/bin/env python3
"""yomi analyse, whole: analyse.py PROGRAM. The losses are right, the number of workers does not matter, a kill loses
nothing, and what is written can be read by programs."""
import csv
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

PROGRAM = sys.argv[1]
# The second player leaves three in a row open at both ends in the first game: a loss that a shallow search sees.
GAMES = "# two games and a position\nstartpos moves 3 1 2 1 4 2 5\nstartpos moves 3 3 3 3\n3321\n"


def run(folder, *arguments, **keywords):
    command = [PROGRAM, "analyse", "toy", str(folder / "games"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, **keywords)


def lines(path):
    return path.read_text().count("\n") if path.exists() else 0


def check_outputs(folder):
    files = {kind: folder / kind for kind in ("csv", "json", "svg")}
    arguments = [word for kind, path in files.items() for word in (f"--{kind}", str(path))]
    done = run(folder, "--depth", "8", *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", "progress is for terminals only"
    rows = list(csv.DictReader(files["csv"].open()))
    assert len(rows) == 8 + 5 + 1, len(rows)
    blunders = [row for row in rows if row["mark"] == "??"]
    assert [(row["game"], row["side"]) for row in blunders] == [("1", "2")], blunders
    assert int(blunders[0]["loss"]) > 20000
    assert rows[7]["best"] == "" and rows[7]["score"] == "-30000", rows[7]  # the game is over there
    positions = json.loads(files["json"].read_text())["games"][0]["positions"]
    assert [str(p["score"]) for p in positions] == [row["score"] for row in rows[:8]]
    circles = [e for e in xml.etree.ElementTree.parse(files["svg"]).iter() if e.tag.endswith("circle")]
    assert len(circles) == 1 and circles[0].get("class") == "blunder"
    again = folder / "csv-3"
    assert run(folder, "--depth", "8", "--workers", "3", "--quiet", "--csv", str(again)).stdout == ""
    assert again.read_text() == files["csv"].read_text(), "the number of workers changes the result"
    return files["csv"].read_text()


def check_resume(folder, expected):
    journal, output = folder / "journal", folder / "resumed"
    # 14 positions, one of them over; the kill comes after at least 4.
    (folder / "many").write_text(GAMES)
    command = [PROGRAM, "analyse", "toy", str(folder / "games"), "--depth", "8", "--journal", str(journal), "--quiet"]
    for stop in (signal.SIGKILL, signal.SIGTERM):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        while lines(journal) < 4 and process.poll() is None:
            time.sleep(0.0005)
        process.send_signal(stop)
        process.wait(600)
    before = journal.read_text()
    assert run(folder, "--depth", "8", "--journal", str(journal), "--quiet", "--csv", str(output)).returncode == 0
    assert journal.read_text().startswith(before[: before.rfind("\n")]), "finished work was done again"
    assert lines(journal) == 1 + 13, lines(journal)
    assert output.read_text() == expected
    other = run(folder, "--depth", "7", "--journal", str(journal))
    assert other.returncode == 1 and "it has 'depth 8', this one 'depth 7'" in other.stderr, other.stderr


def check_stop(folder):
    """A signal ends a search that would last for minutes."""
    command = [PROGRAM, "analyse", "toy", str(folder / "games"), "--movetime", "300000"]
    (folder / "games").write_text("startpos\n")
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    text = process.communicate(timeout=600)[1]
    assert process.returncode in (0, 1), process.returncode  # a small board may be solved by then
    assert process.returncode == 0 or "stopped by a signal" in text, text


def check_errors(folder):
    (folder / "games").write_text("startpos moves 3\nstartpos moves 9\n")
    done = run(folder, "--depth", "3")
    assert done.returncode == 1 and "line 2: move 1, '9', is not a legal move" in done.stderr, done.stderr
    (folder / "games").write_text("startpos moves 3\n")
    done = run(folder)  # half a second a position, when no limit is given
    assert done.returncode == 0 and "first: 1 moves, mean loss" in done.stdout, done.stdout + done.stderr


with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name)
    (work / "games").write_text(GAMES)
    check_resume(work, check_outputs(work))
    if PROGRAM.endswith(".exe"):
        print("skipped check_stop: a program of Windows cannot be asked to end by a signal")
    else:
        check_stop(work)
    check_errors(work)
