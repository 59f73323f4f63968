"""What all parts of the campaign share: builds, findings, and a session over USI."""
import pathlib
import queue
import re
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "campaign"
GAMES = ("shogi", "othello", "gomoku")
REPORT = re.compile(rb"ERROR: \w+Sanitizer|WARNING: ThreadSanitizer|runtime error:")


def program(setup, preset, target="yomi", place="yomi"):
    """Path of a program of a preset, built unless --built; or what --program names."""
    if setup.program and target == "yomi":
        return setup.program
    if not setup.built:
        subprocess.run(["cmake", "--preset", preset], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["cmake", "--build", "--preset", preset, "--target", target], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL)
    path = ROOT / "build" / preset / place
    assert path.exists(), f"{path} is missing: build the preset {preset}"
    return str(path)


class Findings:
    def __init__(self, part):
        self.part, self.texts = part, []
        WORK.mkdir(parents=True, exist_ok=True)

    def add(self, text, evidence=b""):
        """Tells a finding and keeps what led to it."""
        self.texts.append(text)
        print(f"FINDING {text}", flush=True)
        if evidence:
            path = WORK / f"{self.part}-{len(self.texts)}.txt"
            path.write_bytes(evidence)
            print(f"  kept in {path}", flush=True)


class Usi:
    """A session over USI, which every game speaks; keeps what was sent."""

    def __init__(self, path, game, env=None):
        self.process = subprocess.Popen([path, "usi", "--game", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=env)
        self.lines, self.errors, self.sent = queue.Queue(), [], []
        self.threads = [threading.Thread(target=self.pump, daemon=True),
                        threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True)]
        for thread in self.threads:
            thread.start()

    def pump(self):
        for line in self.process.stdout:
            self.lines.put(line.decode("utf-8", "replace").rstrip("\n"))
        self.lines.put(None)

    def send(self, text):
        self.sent.append(text)
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def until(self, *beginnings, timeout=60):
        """All lines up to one that begins so; queue.Empty when it does not come, EOFError when the program has ended."""
        got = []
        while True:
            line = self.lines.get(timeout=timeout)
            if line is None:
                raise EOFError
            got.append(line)
            if line.startswith(beginnings):
                return got

    def legal(self):
        self.send("moves")
        self.send("d")
        return next(line for line in self.until("sfen ") if not line.startswith("info")).split()

    def close(self):
        self.process.stdin.close()
        code = self.process.wait(60)
        for thread in self.threads:
            thread.join(10)
        return code
