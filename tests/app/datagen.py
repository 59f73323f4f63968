#!/usr/bin/env python3
"""Training data are never torn: kill -9 at random moments, a full disk, two writers at once, torn ends; datagen.py
PROGRAM [SEED]. Whatever happens, the same command goes on, and the file becomes the same as without it."""
import fcntl
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = sys.argv[1]
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
print("seed", SEED)
chance = random.Random(SEED)
KILLS = 8

RUNS = {
    "othello": ["--games", "60", "--depth", "2", "--solve", "10"],
    "gomoku": ["--games", "6", "--nodes", "300"],
    "shogi": ["--games", "20", "--nodes", "60", "--net", "hand"],
}


def command(game, out, words):
    return [PROGRAM, "datagen", game, str(out), *words]


def run(game, out, words, **more):
    return subprocess.run(command(game, out, words), capture_output=True, text=True, timeout=600, **more)


def make(game, out, words):
    done = run(game, out, words)
    assert done.returncode == 0, done.stderr
    return out.read_bytes()


def train(game, data, folder):
    """Data have to be readable at any moment, not only at the end."""
    words = {"othello": ["--data", data, "--out", folder / "weights", "--passes", "1"], "gomoku": [data, "--epochs", "1"],
             "shogi": [data, "--statistics"]}
    done = subprocess.run([PROGRAM, "datagen" if game == "shogi" else "train", game, *map(str, words[game])], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


def killed_at_random_moments(folder, game, words, whole):
    out, kills = folder / f"{game}-killed", 0
    while kills < KILLS:
        here = out.stat().st_size if out.exists() else 0
        if here >= len(whole):
            out.unlink()
            here = 0
        wanted = here + chance.randrange(len(whole) // 4)
        process = subprocess.Popen(command(game, out, words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and not (out.exists() and out.stat().st_size >= wanted):
            time.sleep(0.0005)
        time.sleep(chance.choice([0, 0.0002, 0.002, 0.01]))
        process.send_signal(chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT]))
        kills += process.wait() < 0
        if out.exists() and out.stat().st_size > len(whole) // 3:
            train(game, out, folder)
    assert make(game, out, words) == whole, game
    assert make(game, out, words) == whole, "a run that is done adds nothing"


def torn_at_any_byte(folder, game, words, whole):
    out = folder / f"{game}-torn"
    for at in [1, *(chance.randrange(len(whole)) for _ in range(4)), len(whole) - 1]:
        out.write_bytes(whole[:at])
        assert make(game, out, words) == whole, (game, at)


def the_disk_is_full(folder, game, words, whole):
    out = folder / f"{game}-full"
    for share in (0.01, 0.4, 0.8):
        most = max(1, int(len(whole) * share) + chance.randrange(50))
        done = run(game, out, words,
                   preexec_fn=lambda limit=most: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        assert done.returncode == 1 and str(out) in done.stderr and "File too large" in done.stderr, done
        assert whole.startswith(out.read_bytes()), game
    assert make(game, out, words) == whole, game
    done = run(game, pathlib.Path("/dev/full"), words)
    assert done.returncode == 1 and "cannot write /dev/full: No space left" in done.stderr, done


def two_writers(folder, game, words, whole):
    out = folder / f"{game}-two"
    with out.open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = run(game, out, words)
        assert done.returncode == 1 and f"{out} is in use by another process" in done.stderr, done
    both = [subprocess.Popen(command(game, out, words), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            for _ in range(2)]
    told = [(process.communicate()[1], process.returncode) for process in both]
    assert sorted(code for _, code in told) in ([0, 0], [0, 1]), told
    assert all(code == 0 or "in use" in text for text, code in told), told
    assert make(game, out, words) == whole, game


def runs_share_a_file(folder, game, words):
    """Other games behind those that are there; parts in any order; data without marks; files that were joined."""
    one, two = folder / f"{game}-one", folder / f"{game}-other"
    first = make(game, one, words)
    head = len(records(game, first)[0])  # a mark before the first game
    other = make(game, two, [*words, "--seed", "7"])
    assert make(game, one, [*words, "--seed", "7"]) == first + other[head:]
    assert make(game, one, words) == first + other[head:]
    joined = folder / f"{game}-joined"
    joined.write_bytes(first * 3 + other)
    assert make(game, joined, words) == first * 3 + other
    count = int(words[1])
    parts = folder / f"{game}-parts"
    rest = make(game, parts, ["--games", str(count - count // 2), "--first", str(count // 2), *words[2:]])
    assert first.endswith(rest[head:])
    assert make(game, parts, words) == rest + first[head: head - len(rest)]
    bare = folder / f"{game}-bare"
    plain = b"".join(record for record in records(game, first) if not is_mark(game, record))
    bare.write_bytes(plain + b"torn")
    assert make(game, bare, words) == plain + first


def chained(data):
    """A mark has 24 bytes, a game says how many it has."""
    at = 0
    while at < len(data):
        length = 24 if data[at:at + 4] == b"YSM1" else int.from_bytes(data[at + 4:at + 6], "little")
        yield data[at:at + length]
        at += length


def records(game, data):
    if game == "shogi":
        return list(chained(data))
    return data.splitlines(True) if game == "gomoku" else [data[i:i + 20] for i in range(0, len(data), 20)]


def is_mark(game, record):
    marks = {"gomoku": record[:1] == b"#", "shogi": record[:4] == b"YSM1"}
    return marks[game] if game in marks else record[19] & 0x80 != 0


def parts_are_joined(folder, game, words, whole):
    """Ranges of games, made one by one, are the whole run again; what is damaged or of another run is not taken."""
    count, parts, rest = int(words[1]), [], words[2:]
    for first in range(0, count, 4):
        part = folder / f"{game}-part-{first}"
        make(game, part, ["--first", str(first), "--games", str(min(4, count - first)), *rest])
        parts += ["--join", str(part)]
    out = folder / f"{game}-joined-parts"
    assert make(game, out, [*rest, *parts]) == whole, game
    assert make(game, out, [*rest, *parts]) == whole, "joining again adds nothing"
    at_once = folder / f"{game}-raw"
    at_once.write_bytes(b"".join(pathlib.Path(part).read_bytes() for part in parts[1::2]))
    assert make(game, folder / f"{game}-joined-raw", [*rest, "--join", str(at_once)]) == whole, game
    content = at_once.read_bytes()
    damaged = [content[:-1], content[: len(content) // 2 + 3], b"x" * 999, content[:100] + bytes([content[100] ^ 1]) + content[101:]]
    for bad in damaged:
        at_once.write_bytes(bad)
        done = run(game, folder / f"{game}-bad", [*rest, "--join", str(at_once)])
        assert done.returncode == 1 and str(at_once) in done.stderr, (game, done)
        (folder / f"{game}-bad").unlink()
    done = run(game, folder / f"{game}-bad", [*rest, "--seed", "77", *parts])
    assert done.returncode == 1 and "another run" in done.stderr, done


def labels_go_on(folder):
    """Labels by a search draw random numbers on their way, whether a label is there or not."""
    games = folder / "positions"
    make("othello", games, ["--games", "20", "--depth", "1", "--solve", "8"])
    words = ["--label", str(games), "--one-in", "2", "--stray", "50", "--depth", "2", "--solve", "8"]
    whole = make("othello", folder / "labels", words)
    assert sum(is_mark("othello", r) for r in records("othello", whole)) > 2
    torn_at_any_byte(folder, "othello", words, whole)
    base = folder / "base.wtb"
    subprocess.run([PROGRAM, "match", "othello", "--engine", "name=a proto=internal", "--engine", "name=b proto=internal",
                    "--depth", "1", "--games", "6", "--random-plies", "8", "--records", str(base), "--quiet"],
                   check=True, timeout=600, stdout=subprocess.DEVNULL)
    for words in (["--wthor", str(base), "--solve", "8"],
                  ["--label-wthor", str(base), "--one-in", "2", "--stray", "50", "--depth", "2", "--solve", "8"]):
        torn_at_any_byte(folder, "othello", words, make("othello", folder / words[0], words))


with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name)
    for kind, arguments in RUNS.items():
        content = make(kind, work / f"{kind}-whole", arguments)
        assert len(content) > 2000
        killed_at_random_moments(work, kind, arguments, content)
        torn_at_any_byte(work, kind, arguments, content)
        the_disk_is_full(work, kind, arguments, content)
        two_writers(work, kind, arguments, content)
        parts_are_joined(work, kind, arguments, content)
        runs_share_a_file(work, kind, arguments)
    labels_go_on(work)
    strays = [path.name for path in work.iterdir() if ".tmp" in path.name]
    assert not strays, strays
print("ok")
