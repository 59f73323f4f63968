"""Drives a program over its standard input and output, line by line. For protocol tests.

Nothing here depends on the speed of the machine: the time-outs are against hanging, and what a session must not exceed is
measured in processor time (cpu_seconds), which does not grow when other programs run."""
import queue
import subprocess
import threading
import time

PATIENCE = 600  # seconds until a line that does not come counts as missing


class NotHere(Exception):
    """Raised by a test that cannot be done on this system, with the reason."""


class Session:
    def __init__(self, command, env=None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=env)
        self.lines = queue.Queue()
        self.errors = []
        self.seen = []
        threading.Thread(target=self._pump, daemon=True).start()
        self.error_pump = threading.Thread(target=self._pump_errors, daemon=True)
        self.error_pump.start()

    def _pump(self):
        for raw in self.process.stdout:
            assert raw.endswith(b"\n"), raw
            self.lines.put(raw[:-1].decode("utf-8", "replace"))
        self.lines.put(None)

    def _pump_errors(self):
        for raw in self.process.stderr:
            self.errors.append(raw.decode("utf-8", "replace").rstrip("\n"))

    def send(self, text):
        self.send_bytes(text.encode() + b"\n")

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self, timeout=PATIENCE):
        """The next line; None at the end of output."""
        line = self.lines.get(timeout=timeout)
        if line is not None:
            self.seen.append(line)
        return line

    def until(self, prefix, timeout=PATIENCE):
        """Reads up to a line that begins with `prefix`; returns all lines read."""
        got = []
        deadline = time.monotonic() + timeout
        while True:
            try:
                line = self.read(max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no line '{prefix}' within {timeout} s; got {got[-5:]}") from None
            assert line is not None, f"output ended before '{prefix}'; got {got[-5:]}, errors {self.errors}"
            got.append(line)
            if line.startswith(prefix):
                return got

    def quiet(self, seconds):
        """Asserts that nothing is said for a while."""
        try:
            line = self.read(seconds)
        except queue.Empty:
            return
        raise AssertionError(f"said {line!r} where silence was due")

    def cpu_seconds(self):
        """What all threads of the program have used so far (the clock of a process: clock_getcpuclockid)."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def end_input(self):
        self.process.stdin.close()

    def wait(self, timeout=PATIENCE):
        """Exit code, after reading everything that was still said."""
        code = self.process.wait(timeout)
        self.error_pump.join(timeout)
        while True:
            line = self.lines.get(timeout=timeout)
            if line is None:
                return code
            self.seen.append(line)


def run(tests):
    """Runs functions one after the other; stops at the first that fails."""
    skipped = 0
    for test in tests:
        begun = time.monotonic()
        try:
            test()
            print(f"ok   {test.__name__} ({time.monotonic() - begun:.2f} s)", flush=True)
        except NotHere as reason:
            skipped += 1
            print(f"skipped {test.__name__}: {reason}", flush=True)
    print(f"{len(tests) - skipped} passed, 0 failed" + (f", {skipped} skipped" if skipped else ""))
