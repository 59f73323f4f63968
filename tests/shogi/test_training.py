#!/usr/bin/env python3
"""Data generation and training of shogi's network, cut off by kill -9 and taken up again: the files end the same as
without it, byte for byte.

    test_training.py PROGRAM
"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

GAMES, NODES, EPOCHS, LEARNING_MIN = 40, 60, 30, 17000


def run(arguments):
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=200)
    if done.returncode != 0:
        sys.exit(f"{' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def run_and_kill(arguments, ready):
    """Kills the program as soon as ready() says so; False when it was done before that."""
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    while process.poll() is None and not ready():
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def content(path):
    with open(path, "rb") as file:
        return file.read()


def check(what, good):
    print(f"{'ok' if good else 'WRONG'}: {what}")
    if not good:
        sys.exit(1)


def check_datagen(program, folder):
    words = ["--games", str(GAMES), "--nodes", str(NODES), "--seed", "5", "--net", "hand"]
    whole, cut = os.path.join(folder, "whole.bin"), os.path.join(folder, "cut.bin")
    report = run([program, "datagen", "shogi", whole, *words])
    check("the report counts games and positions", "games" in report and "positions" in report)
    killed = run_and_kill([program, "datagen", "shogi", cut, *words],
                          lambda: os.path.exists(cut) and os.path.getsize(cut) > 5000)
    check("data generation was killed on its way", killed)
    with open(cut, "ab") as file:
        file.write(b"a torn end")
    run([program, "datagen", "shogi", cut, *words])
    check("data that were cut off end the same", content(cut) == content(whole))
    return whole


def check_training(program, folder, games):
    data, state = os.path.join(folder, "data.bin"), os.path.join(folder, "state")
    with open(data, "wb") as file:
        file.write(content(games) * (LEARNING_MIN * 40 * 5 // (4 * os.path.getsize(games)) + 1))
    words = ["--data", data, "--epochs", str(EPOCHS), "--patience", "1000", "--width", "16"]
    whole, cut = os.path.join(folder, "whole.net"), os.path.join(folder, "cut.net")
    run([program, "train", "shogi", whole, *words])
    killed = run_and_kill([program, "train", "shogi", cut, *words, "--state", state], lambda: os.path.exists(state))
    check("training was killed on its way", killed)
    report = run([program, "train", "shogi", cut, *words, "--state", state, "--threads", "2"])
    check("it went on after the checkpoint", "epoch 1 " not in report and f"epoch {EPOCHS} " in report)
    check("the network is the same, also with two threads for the rest", content(cut) == content(whole))
    other = subprocess.run([program, "train", "shogi", cut, *words, "--state", state, "--seed", "2"],
                           capture_output=True, text=True)
    check("a checkpoint of another course is refused", other.returncode != 0 and "other options" in other.stderr)


def validation_errors(program, folder, *words):
    """Of one epoch: (by the target, by the bare result)."""
    report = run([program, "train", "shogi", os.path.join(folder, "one.net"), "--data", os.path.join(folder, "data.bin"),
                  "--epochs", "1", "--width", "16", "--score-pct", "0", *words])
    found = re.search(r"validation error ([0-9.]+) \(([0-9.]+) of the result\)", report)
    return found.group(1), found.group(2)


def check_targets(program, folder):
    target, result = validation_errors(program, folder, "--outlook-pct", "100")
    check("without scores the target is the result", target == result)
    target, result = validation_errors(program, folder, "--outlook-pct", "90")
    check("with an outlook it is nearer to what the positions show", float(target) < float(result))


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        games = check_datagen(program, folder)
        check_training(program, folder, games)
        check_targets(program, folder)


main()
