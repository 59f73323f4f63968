"""Every command of the program in small, with what it leaves behind, for the parts that disturb commands.

A command runs in a folder of its own. Its files must come out the same each time, apart from figures of time, and the same
command must go on where a disturbed one was."""
import hashlib
import os
import re
import select
import shutil
import signal
import subprocess
import sys

from . import common

GAMES = "f5d6c3d3c4f4f6f3\nf5f6e6f4e3c5c4\n"
SHOGI = "startpos moves 7g7f 3c3d 2g2f 8c8d\nstartpos moves 2g2f 8c8d 2f2e 8d8e\nstartpos moves 7g7f 8c8d 2g2f\n"
PROBLEM = "freestyle 15/15/15/15/15/15/15/4xxx8/15/3oo10/15/15/15/15/15 b 0 0; three\n"
ENGINES = ["--engine", "name=a proto=internal option.Hash=1", "--engine", "name=b proto=internal option.Hash=1"]
SAMPLES = {"othello": ["--games", "4", "--depth", "1", "--solve", "6"], "gomoku": ["--games", "3", "--nodes", "60"],
           "shogi": ["--games", "4", "--nodes", "40", "--net", "hand"]}

# Name: words; @ is the folder of input, everything else is written to the folder in which the command runs.
COMMANDS = {
    "perft": ["perft", "othello", "4"],
    "bench": ["bench", "gomoku", "--depth", "2", "--hash", "1"],
    "solve": ["solve", "gomoku", "@problems", "--time", "2000", "--hash", "1"],
    "analyse": ["analyse", "othello", "@games", "--depth", "2", "--hash", "1", "--workers", "2", "--journal", "journal", "--csv", "csv",
                "--json", "json", "--svg", "svg", "--png", "png"],
    "book-othello": ["book", "othello", "book", "@games", "--depth", "1"],
    "book-othello-on": ["book", "othello", "book", "--depth", "1"],
    "book-shogi": ["book", "shogi", "book", "@shogi", "--least", "1"],
    "datagen-othello": ["datagen", "othello", "data", *SAMPLES["othello"]],
    "datagen-gomoku": ["datagen", "gomoku", "data", *SAMPLES["gomoku"]],
    "datagen-shogi": ["datagen", "shogi", "data", *SAMPLES["shogi"]],
    "train-othello": ["train", "othello", "--data", "@data-othello", "--out", "weights", "--passes", "1"],
    "train-gomoku": ["train", "gomoku", "@data-gomoku", "--epochs", "1"],
    "train-shogi": ["train", "shogi", "net", "--data", "@data-shogi", "--epochs", "3", "--width", "16", "--state", "state"],
    "match": ["match", "othello", *ENGINES, "--depth", "1", "--games", "4", "--random-plies", "4", "--journal", "journal",
              "--records", "records.ggf", "--json", "json"],
    "play": ["play", "othello", "--level", "1", "--ascii"],
    "usi": ["usi"],
    "serve": ["serve", "--port", "0", "--data", "data", "--hash", "1", "--engines", "1"],
}
TYPED = {"play": b"f5\nhint\nsave game.ggf\nquit\n",
         "usi": b"usi\nsetoption name USI_Hash value 1\nisready\nposition startpos moves 7g7f\ngo nodes 200\nquit\n"}
# Times, speeds and dates differ between two runs; so do journals, which hold times.
TIMES = re.compile(rb'"?(?:\w*ms|nps|seconds|time|date)"?[:=]? ?[\d.]+|[\d.,]+ ?(?:m?s\b|nps|seconds|games/s|positions/s|MB/s)|DT\[[^]]*\]|/[-\d.]*')
UNSTABLE = {"journal"}
# These go on after what failed, and tell it where a reader looks for it.
TELLS = {"match": re.compile(rb"faults of \w+: "), "play": re.compile(rb"cannot|no memory|no room|not "), "serve": re.compile(rb"")}


def prepare(path):
    """The folder of input, made by the undisturbed program."""
    folder = common.WORK / "input"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "games").write_text(GAMES)
    (folder / "shogi").write_text(SHOGI)
    (folder / "problems").write_text(PROBLEM)
    enough = {"shogi": ["--games", "60", "--nodes", "20", "--net", "hand"]}  # one game in 20 is for validation
    for game, words in {**SAMPLES, **enough}.items():
        subprocess.run([path, "datagen", game, str(folder / f"data-{game}"), *words], check=True, capture_output=True, timeout=200)
    data = folder / "data-shogi"
    data.write_bytes(data.read_bytes() * 10)  # training takes 16,384 positions at a time
    folder.chmod(0o755)
    return folder


def names(only):
    return [name for name in COMMANDS if only in name and not name.endswith("-on")]


def words_of(path, name, source):
    return [path, *(str(source / word[1:]) if word.startswith("@") else word for word in COMMANDS[name])]


class Done:
    def __init__(self, code, out, errors):
        self.code, self.out, self.errors = code, out, errors


def run(path, name, source, folder, env=None, before=None, prefix=(), timeout=60):
    """One run; code None when it did not end in time."""
    words = [*prefix, *words_of(path, name, source)]
    env = {**os.environ, **(env or {})}
    if name == "serve":
        return run_server(words, folder, env, before, timeout)
    try:
        done = subprocess.run(words, cwd=folder, env=env, preexec_fn=before, input=TYPED.get(name, b""), capture_output=True,
                              timeout=timeout, check=False)
    except subprocess.TimeoutExpired as late:
        return Done(None, late.stdout or b"", late.stderr or b"")
    return Done(done.returncode, done.stdout, done.stderr)


def run_server(words, folder, env, before, timeout):
    """Starts the server, asks for a page, saves a game, ends it as Ctrl-C does."""
    sys.path.insert(0, str(common.ROOT / "tests" / "web"))
    import client  # pylint: disable=import-outside-toplevel

    process = subprocess.Popen(words, cwd=folder, env=env, preexec_fn=before, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    told_something = select.select([process.stdout], [], [], 20)[0]
    line = process.stdout.readline().decode() if told_something else ""
    told = b""
    if line.startswith("Yomi is at http://"):
        server = client.Server.__new__(client.Server)
        server.host, server.port = line.split()[3].removeprefix("http://").split("/")[0].rsplit(":", 1)
        server.port = int(server.port)
        try:
            told = str(server.get("/health")[0]).encode()
            session = client.Session(server, timeout=5)
            if session.status == 101:
                told += session.ask("save", game="othello", key="", title="t", record={"n": 1})["type"].encode()
            session.close()
        except (OSError, ConnectionError, ValueError, IndexError):
            pass  # a request may be refused; the server itself has to go on
    process.send_signal(signal.SIGINT)
    try:
        _, errors = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        return Done(None, told, process.communicate()[1])
    return Done(process.returncode, told, errors)


def files(folder, name):
    """Names and content, without what differs from run to run."""
    found = {}
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        data = b"" if path.name in UNSTABLE or name == "serve" else path.read_bytes()
        found[str(path.relative_to(folder))] = hashlib.sha256(TIMES.sub(b"", data) if path.name in ("json", "records.ggf", "game.ggf") else data).hexdigest()
    return {name_: digest for name_, digest in found.items() if not name_.endswith(("-wal", "-shm"))}


def fresh(label):
    folder = common.WORK / "run" / label
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def judge(path, name, source, folder, done, expected, findings, label):
    """A disturbed run has ended: it did so with a message or with all its files, and the same command goes on."""
    said = done.errors.decode(errors="replace").strip()
    evidence = f"{' '.join(words_of(path, name, source))}\n{label}\nexit {done.code}\n{said}\n".encode() + done.out[-3000:]
    if done.code is None:
        findings.add(f"{name}, {label}: hangs", evidence)
    elif done.code < 0 or done.code > 2:
        findings.add(f"{name}, {label}: crashes with {done.code}: {said[-120:]}", evidence)
    elif done.code != 0 and not said:
        findings.add(f"{name}, {label}: exit {done.code} without a message", evidence)
    elif done.code == 0 and name in TELLS and TELLS[name].search(done.out + done.errors):
        return
    elif done.code == 0 and files(folder, name) != expected:
        findings.add(f"{name}, {label}: exit 0, but the files differ: {difference(folder, name, expected)} {said[-200:]}", evidence)
    elif done.code != 0 and expected:
        again = run(path, following(name, folder), source, folder)
        if again.code != 0:
            findings.add(f"{name}, {label}: cannot go on: {again.errors.decode(errors='replace').strip()[-200:]}", evidence)
        elif files(folder, name) != expected:
            findings.add(f"{name}, {label}: goes on to other files: {difference(folder, name, expected)}", evidence)


def following(name, folder):
    """The command that goes on. Games would count twice in a book that has them."""
    return "book-othello-on" if name == "book-othello" and (folder / "book").exists() else name


def difference(folder, name, expected):
    found = files(folder, name)
    return sorted(f"{'-' if key not in found else '+' if key not in expected else '~'}{key}"
                  for key in {*found, *expected} if found.get(key) != expected.get(key))


def undisturbed(path, name, source, findings):
    """The files of a run that nothing disturbs, and a check that two such runs agree."""
    results = []
    for number in range(2):
        folder = fresh(f"{name}-{number}")
        done = run(path, name, source, folder)
        if done.code != 0:
            findings.add(f"{name}, undisturbed: exit {done.code}: {done.errors.decode(errors='replace')[-300:]}")
        results.append(files(folder, name))
    if results[0] != results[1]:
        findings.add(f"{name}, undisturbed: two runs differ in {difference(folder, name, results[0])}")
    return results[0]
