"""kill -9 at random moments; the same command goes on, is killed again, and ends with the files of an undisturbed run."""
import os
import random
import re
import signal
import subprocess
import time

from . import commands, common

NAMES = ["match", "analyse", "train-shogi", "train-othello", "train-gomoku", "datagen-othello", "datagen-gomoku", "datagen-shogi", "book-othello", "book-shogi"]


def kill_one(path, name, source, folder, after):
    """Starts the command and kills it after so many seconds; True when the kill came in time."""
    process = subprocess.Popen(commands.words_of(path, commands.following(name, folder), source), cwd=folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    try:
        errors = process.communicate(timeout=after)[1]
        return False, process.returncode, errors
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        return process.wait() == -signal.SIGKILL, None, process.communicate()[1]


def kill_many(path, name, source, findings, rng, count):
    expected = commands.undisturbed(path, name, source, findings)
    begun = time.monotonic()
    commands.run(path, name, source, commands.fresh(name))
    lasts = time.monotonic() - begun
    kills, ends, folder, tries = 0, 0, commands.fresh(name), 0
    while kills < count and tries < 4 * count:
        tries += 1
        killed, code, errors = kill_one(path, name, source, folder, rng.uniform(0, 1.05) * lasts)
        kills += killed
        if killed and kills < count and tries % 3:
            continue  # killed again where it goes on
        if killed or code != 0:
            done = commands.run(path, commands.following(name, folder), source, folder)
            code, errors = done.code, done.errors
        ends += 1
        if code != 0:
            findings.add(f"{name}, after kill {kills}: cannot go on: {errors.decode(errors='replace')[-300:]}")
        elif commands.files(folder, name) != expected:
            findings.add(f"{name}, after kill {kills}: other files: {commands.difference(folder, name, expected)}")
        folder = commands.fresh(name)
    return f"{name} {kills} ({ends} times to the end)"


def kill_servers(setup, findings):
    """What was acknowledged is there after a kill: tests/web/test_server.py, so many times."""
    toy = common.program(setup, "release", "yomi-toy", "tests/toy/yomi-toy")
    done = subprocess.run(["python3", str(common.ROOT / "tests/web/test_server.py"), toy, "Kills"], capture_output=True, text=True,
                          env={**os.environ, "YOMI_KILLS": str(setup.count)}, check=False)
    told = re.search(r"(\d+) kills, (\d+) acknowledged games, none lost", done.stderr)
    if done.returncode != 0 or not told:
        findings.add("serve: a saved game was lost, or the server did not come up", done.stderr.encode())
    return f"serve {told[1] if told else 0} ({told[2] if told else 0} games acknowledged)"


def run(setup, findings):
    path = common.program(setup, "release")
    source, parts = commands.prepare(path), []
    for name in [name for name in NAMES if setup.only in name]:
        parts.append(kill_many(path, name, source, findings, random.Random(f"{setup.seed}/{name}"), setup.count))
        print("  " + parts[-1], flush=True)
    if setup.only in "serve":
        parts.append(kill_servers(setup, findings))
    return "kills " + ", ".join(parts)
