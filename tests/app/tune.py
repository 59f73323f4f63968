#!/usr/bin/env python3
"""yomi tune, whole: tune.py PROGRAM. A run that is killed goes on where it was and ends as one that was not; other engines are tuned
over USI."""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = sys.argv[1]
RUN = ["--tune", "AspirationWidth=1,200,10", "--depth", "3", "--iterations", "40", "--random-plies", "2", "--quiet"]


def command(*arguments):
    return [PROGRAM, "tune", "toy", *RUN, *map(str, arguments)]


def lines(path):
    return path.read_text().count("\n") if path.exists() else 0


with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name)
    journal, plain, resumed = work / "journal", work / "plain.json", work / "resumed.json"
    images = ["--svg", work / "course.svg", "--png", work / "course.png"]
    done = subprocess.run(command("--json", plain, *images), capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "options: option.AspirationWidth=" in done.stdout and "80 games, 0 lost" in done.stdout, done.stdout
    assert "<path class=\"curve\"" in (work / "course.svg").read_text()
    assert (work / "course.png").read_bytes().startswith(b"\x89PNG")
    killed = 0
    for wanted in (15, 40, 60):
        process = subprocess.Popen(command("--journal", journal), stdout=subprocess.DEVNULL)
        while lines(journal) < wanted and process.poll() is None:
            time.sleep(0.0005)
        killed += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait(600)
    assert killed, "no run was long enough to be killed"
    before = journal.read_text()
    final = subprocess.run(command("--journal", journal, "--json", resumed), capture_output=True, text=True, timeout=600)
    assert final.returncode == 0, final.stderr
    assert journal.read_text().startswith(before[: before.rfind("\n")]), "finished games were played again"
    assert lines(journal) == 1 + 80, lines(journal)
    assert json.loads(resumed.read_text()) == json.loads(plain.read_text())
    bad = subprocess.run([PROGRAM, "tune", "toy", "--tune", "Nope", "--depth", "2"], capture_output=True, text=True)
    assert bad.returncode == 2 and "no numeric parameter of toy is called 'Nope'" in bad.stderr, bad.stderr

    # The same engine as a program that speaks USI comes to the same values; what it does not announce gets its start here.
    engine = f"cmd='{PROGRAM} usi --game toy' option.AspirationWidth=100 option.USI_Hash=8"
    over_usi = work / "usi.json"
    done = subprocess.run(command("--json", over_usi, "--engine", engine), capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert json.loads(over_usi.read_text()) == json.loads(plain.read_text())

    # An engine of somebody else: it resigns the more seldom the higher its Skill is.
    other = f"cmd='{sys.executable} {pathlib.Path(__file__).with_name('skill.py')}'"
    told = subprocess.run([PROGRAM, "tune", "toy", "--engine", other, "--list"], capture_output=True, text=True)
    assert "Skill" in told.stdout and "Threads" not in told.stdout and "Style" not in told.stdout, told
    skilled = [PROGRAM, "tune", "toy", "--engine", other, "--nodes", "1", "--tune", "Skill=0,100,10", "--iterations", "150", "--rate", "0.3", "--quiet",
               "--json", work / "skill.json"]
    done = subprocess.run(skilled, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and "300 games, 0 lost by a fault" in done.stdout, done
    value = json.loads((work / "skill.json").read_text())["parameters"][0]["value"]
    assert value >= 70, value
    for engine, why in (("cmd=/nowhere/engine", "does not"), ("proto=gtp cmd=x", "another game"), ("cmd='sleep 9'", "usiok"), ("x", "key=value")):
        bad = subprocess.run([PROGRAM, "tune", "toy", "--engine", engine, "--tune", "A", "--nodes", "1", "--start-timeout", "500"],
                             capture_output=True, text=True, timeout=600)
        assert bad.returncode == 2 and why in bad.stderr, (engine, bad)
