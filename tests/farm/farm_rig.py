"""A Redis server of one's own and the words to speak to a farm; for farm.py and scripts/farm_campaign.py."""
import hashlib
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent


def pinned_signatures():
    """Of all games, as other tests pin them."""
    found = dict(re.findall(r'"(\w+)": \(\d+, "([0-9a-f]{16})"', (TESTS / "session/test_signatures.py").read_text()))
    found["dobutsu"] = re.search(r"signature ([0-9a-f]{16})", (TESTS / "dobutsu/test_program.py").read_text())[1]
    return found


SIGNATURES = pinned_signatures()


def needs(program):
    """Says why and ends with 77 when there can be no farm here."""
    for name in ("redis-server", "redis-cli"):
        if not shutil.which(name):
            print(f"skipped: {name} is not installed (Debian: redis-server)")
            sys.exit(77)
    done = subprocess.run([program, "farm", "status", "unix:/nowhere"], capture_output=True, text=True, check=False)
    if "built without hiredis" in done.stderr:
        print("skipped: the program was built without hiredis (Debian: libhiredis-dev)")
        sys.exit(77)


class Redis:
    """Started with an append-only file in a folder; may be killed and started again."""

    def __init__(self, folder, *words):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.socket = self.folder / "s"
        self.words = words
        self.url = f"unix:{self.socket}"
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.folder), "--save", "",
             "--appendonly", "yes", "--appendfsync", "everysec", "--daemonize", "no", *self.words],
            stdout=(self.folder / "log").open("ab"), stderr=subprocess.STDOUT)
        for _ in range(600):
            try:
                with socket.socket(socket.AF_UNIX) as probe:
                    probe.connect(str(self.socket))
                return
            except OSError:
                assert self.process.poll() is None, (self.folder / "log").read_text()[-2000:]
                time.sleep(0.05)
        raise AssertionError("redis-server does not start")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        self.process.terminate()
        self.process.wait()

    def cli(self, *words, **more):
        done = subprocess.run(["redis-cli", "-s", str(self.socket), *words], capture_output=True, check=True, timeout=60,
                              **more)
        return done.stdout.decode("utf-8", "replace").strip()


class Farm:
    def __init__(self, program, redis, folder):
        self.program, self.redis, self.folder = program, redis, pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def know_signatures(self, work):
        """`yomi bench` of all games takes a while: what it says is pinned by another test."""
        with open(self.program, "rb") as program:
            sum_of_program = hashlib.file_digest(program, "sha256").hexdigest()[:16]
        (work / "signatures").mkdir(parents=True, exist_ok=True)
        for game, signature in SIGNATURES.items():
            (work / "signatures" / f"{sum_of_program}-{socket.gethostname()[:63]}-{game}").write_text(signature)

    def run(self, *words, code=0, **more):
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True, cwd=self.folder,
                              timeout=900, check=False, **more)
        assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
        return done.stdout + done.stderr

    def put(self, name, *words, own=(), code=0):
        return self.run("farm", "put", self.redis.url, "--name", name, "--work", self.folder / "work", *own, "--", *words,
                        code=code)

    def work(self, *words, workers=2, code=0):
        return self.run("farm", "work", self.redis.url, "--work", self.folder / "work", "--workers", workers,
                        "--until-done", *words, code=code)

    def start_worker(self, *words, **more):
        return subprocess.Popen([self.program, "farm", "work", self.redis.url, "--work", str(self.folder / "work"),
                                 *map(str, words)], cwd=self.folder, stdout=subprocess.DEVNULL, text=True,
                                stderr=subprocess.PIPE, **more)

    def collect(self, name, out, *words, code=0):
        told = self.run("farm", "collect", self.redis.url, out, "--name", name, *words, code=code)
        return (self.folder / out).read_bytes() if code == 0 else told
