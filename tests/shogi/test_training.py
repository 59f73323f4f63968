#!/usr/bin/env python3
"""Data generation and training of shogi's network, cut off by kill -9 and taken up again: the files end the same as
without it, byte for byte.

    test_training.py PROGRAM
"""
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

GAMES, NODES, EPOCHS, KILLS = 60, 60, 40, 12
SMALL = ["--width", "16", "--batch", "128"]


def run(arguments):
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=600)
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
    whole, cut = os.path.join(folder, "whole.ysg"), os.path.join(folder, "cut.ysg")
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


def check_starts(program, folder):
    starts, out = os.path.join(folder, "starts.txt"), os.path.join(folder, "starts.ysg")
    moves = "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 4a3b 6i7h 5a4a 5i6i 7c7d"
    with open(starts, "w") as file:
        file.write(f"startpos moves {moves}\n\nsfen 4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrbgsnlp 1\n")
    words = ["--games", "12", "--nodes", "30", "--seed", "5", "--net", "hand"]
    run([program, "datagen", "shogi", out, *words, "--starts", starts])
    given = content(out)
    os.unlink(out)
    run([program, "datagen", "shogi", out, *words])
    check("given starts lead to other games than random ones", given and given != content(out))
    for bad, why in (("startpos moves 7g7f 7g7f", "line 2: move 2"), ("nonsense", "line 2")):
        with open(starts, "w") as file:
            file.write(f"startpos moves {moves}\n{bad}\n")
        done = subprocess.run([program, "datagen", "shogi", os.path.join(folder, "none.ysg"), *words, "--starts", starts],
                              capture_output=True, text=True)
        check(f"a start that is none is named: {done.stderr.strip()}", done.returncode == 1 and why in done.stderr)
        check("and nothing is made", not os.path.exists(os.path.join(folder, "none.ysg")))


def check_labels(program, folder, games):
    """Data and lines of moves get scores of a search; statistics tell what there is; other files are not written over."""
    again, lines, labelled = (os.path.join(folder, name) for name in ("again.ysg", "lines.txt", "labelled.ysg"))
    words = ["--nodes", "20", "--net", "hand"]
    run([program, "datagen", "shogi", again, "--label", games, *words])
    counts = [re.search(r"games (\d+)  positions (\d+)", run([program, "datagen", "shogi", path, "--statistics"])).groups()
              for path in (games, again)]
    check(f"labelled again: the same games, no more positions: {counts}",
          counts[0][0] == counts[1][0] and 0 < int(counts[1][1]) <= int(counts[0][1]) and content(again) != content(games))
    whole = content(again)
    with open(again, "wb") as file:
        file.write(whole[:len(whole) // 2])
    run([program, "datagen", "shogi", again, "--label", games, *words])
    check("labels go on where they were cut off", content(again) == whole)
    with open(lines, "w") as file:
        file.write("startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b\nstartpos moves 7g7f 8c8d\n")
    run([program, "datagen", "shogi", labelled, "--label", lines, *words])
    report = run([program, "datagen", "shogi", labelled, "--statistics"])
    check("lines of moves become data", "games 2  positions" in report)
    for out in (lines, "/dev/null/none"):
        before = content(lines)
        done = subprocess.run([program, "datagen", "shogi", out, "--games", "1", *words], capture_output=True, text=True)
        check(f"not written over: {done.stderr.strip()}", done.returncode == 1 and out in done.stderr and content(lines) == before)
    report = run([program, "train", "shogi", os.path.join(folder, "fixed.net"), "--data", games, "--epochs", "1", *SMALL,
                  "--fixed", labelled])
    check("a fixed set is measured", re.search(r"fixed set 0\.0\d+", report))


def check_training(program, folder, games):
    data, state = os.path.join(folder, "data.ysg"), os.path.join(folder, "state")
    os.rename(games, data)
    words = ["--data", data, "--epochs", str(EPOCHS), "--patience", "1000", *SMALL]
    whole, cut = os.path.join(folder, "whole.net"), os.path.join(folder, "cut.net")
    run([program, "train", "shogi", whole, *words])
    course = [program, "train", "shogi", cut, *words, "--state", state]
    check("training was killed on its way", run_and_kill(course, lambda: os.path.exists(state)))
    report = run([program, "train", "shogi", cut, *words, "--state", state, "--threads", "2"])
    check("it went on after the checkpoint", "epoch 1 " not in report and f"epoch {EPOCHS} " in report)
    check("the network is the same, also with two threads for the rest", content(cut) == content(whole))
    other = subprocess.run([program, "train", "shogi", cut, *words, "--state", state, "--seed", "2"],
                           capture_output=True, text=True)
    check("a checkpoint of another course is refused", other.returncode != 0 and "other options" in other.stderr)
    elsewhere = os.path.join(folder, "elsewhere.net")
    run([program, "train", "shogi", elsewhere, *words, "--state", state])
    check("a training that is done writes its network to a new OUT", content(elsewhere) == content(whole))
    check_damage(program, folder, words, content(state))
    check_strays(program, folder, words)


def check_strays(program, folder, words):
    out, state, kills = os.path.join(folder, "often.net"), os.path.join(folder, "often"), 0
    before = set(os.listdir(folder))
    while kills < KILLS:
        if os.path.exists(state):
            os.unlink(state)
        end = time.monotonic() + random.uniform(0.05, 0.3)
        kills += run_and_kill([program, "train", "shogi", out, *words, "--state", state], lambda: time.monotonic() > end)
    # A kill in the moment between naming a file and moving it to its place leaves one; all others leave none.
    strays = set(os.listdir(folder)) - before - {"often.net", "often"}
    check(f"{KILLS} kills leave nothing behind: {strays}", len(strays) <= 1)


def check_damage(program, folder, words, good):
    """A state that is not what was written is refused, and nothing is trained or written from it."""
    damaged, out = os.path.join(folder, "damaged"), os.path.join(folder, "damaged.net")
    for at in (0, 8, 16, 40, 48, len(good) // 2, len(good) - 1, *(random.randrange(len(good)) for _ in range(3))):
        with open(damaged, "wb") as file:
            file.write(good[:at] + bytes([good[at] ^ 1 << random.randrange(8)]) + good[at + 1:])
        check_refused(program, out, words, damaged, at)
    for size in (0, 7, 47, len(good) // 2, len(good) - 1):
        with open(damaged, "wb") as file:
            file.write(good[:size])
        check_refused(program, out, words, damaged, f"cut at {size}")
    print("ok: damaged states are refused")


def check_refused(program, out, words, state, what):
    done = subprocess.run([program, "train", "shogi", out, *words, "--state", state], capture_output=True, text=True)
    if done.returncode != 1 or "checkpoint" not in done.stderr or state not in done.stderr or os.path.exists(out):
        sys.exit(f"WRONG: a damaged state ({what}) was taken: {done.stderr}")


def check_zones(program, folder):
    """Features by the zone of the king: the same on any number of threads, and the program plays with the network."""
    nets = []
    for threads in ("1", "2"):
        nets.append(os.path.join(folder, f"zones{threads}.net"))
        run([program, "train", "shogi", nets[-1], "--data", os.path.join(folder, "data.ysg"), "--epochs", "2", *SMALL,
             "--zones", "--threads", threads])
    check("zones: two threads make the same network", content(nets[0]) == content(nets[1]))
    session = subprocess.run([program, "usi"], capture_output=True, text=True, timeout=200,
                             input=f"setoption name EvalFile value {nets[0]}\nisready\nposition startpos\ngo nodes 2000\n")
    check("the program searches with it", "bestmove" in session.stdout and "EvalFile" not in session.stdout)


def check_plain(program, folder):
    """Without heads for the phases of the game: the file says so, and the program plays with it."""
    plain = os.path.join(folder, "plain.net")
    run([program, "train", "shogi", plain, "--data", os.path.join(folder, "data.ysg"), "--epochs", "1", *SMALL, "--plain"])
    check("a plain network has no heads", content(plain).startswith(b"YOMINET2"))
    session = subprocess.run([program, "usi"], capture_output=True, text=True, timeout=200,
                             input=f"setoption name EvalFile value {plain}\nisready\nposition startpos\ngo nodes 2000\n")
    check("the program searches with a plain network", "bestmove" in session.stdout and "EvalFile" not in session.stdout)


def validation_errors(program, folder, *words):
    """Of one epoch: (by the target, by the bare result)."""
    report = run([program, "train", "shogi", os.path.join(folder, "one.net"), "--data", os.path.join(folder, "data.ysg"),
                  "--epochs", "1", *SMALL, "--score-pct", "0", *words])
    found = re.search(r"validation error ([0-9.]+) \(([0-9.]+) of the result\)", report)
    return found.group(1), found.group(2)


def check_targets(program, folder):
    target, result = validation_errors(program, folder, "--outlook-pct", "100")
    check("without scores the target is the result", target == result)
    target, result = validation_errors(program, folder, "--outlook-pct", "90")
    check("with an outlook it is nearer to what the positions show", float(target) < float(result))


def check_from(program, folder):
    """With next to no steps, a training that begins with a network is as good as that, and one from random weights is not."""
    words = ["--data", os.path.join(folder, "data.ysg"), "--epochs", "1", *SMALL]
    first, on = os.path.join(folder, "first.net"), os.path.join(folder, "on.net")
    errors = [float(re.search(r"validation error ([0-9.]+)", run([program, "train", "shogi", out, *words, *more])).group(1))
              for out, more in ((first, []), (on, ["--rate", "1"]), (on, ["--rate", "1", "--from", first]),
                                (on, ["--rate", "1", "--from", first, "--zones"]))]
    near = [abs(error - errors[0]) < 0.0005 for error in errors]
    check(f"begun with a network: {errors}", near == [True, False, True, True])
    for bad, why in ((os.path.join(folder, "none.net"), "none.net"), (os.path.join(folder, "data.ysg"), "data.ysg")):
        done = subprocess.run([program, "train", "shogi", on, *words, "--from", bad], capture_output=True, text=True)
        check(f"{why} is no network to begin with", done.returncode == 1 and "--from" in done.stderr and why in done.stderr)
    done = subprocess.run([program, "train", "shogi", on, *words, "--width", "32", "--from", first], capture_output=True, text=True)
    check("nor is one of another width", done.returncode != 0 and "wide" in done.stderr)


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        games = check_datagen(program, folder)
        check_starts(program, folder)
        check_labels(program, folder, games)
        check_training(program, folder, games)
        check_zones(program, folder)
        check_plain(program, folder)
        check_from(program, folder)
        check_targets(program, folder)


main()
