"""Rounds of go infinite and stop, and of go ponder and ponderhit or stop, on the release build: exactly one answer each.
The latency is measured twice: inside (core_soak, without pipes) and as a GUI sees it."""
import queue
import random
import re
import subprocess
import time

from . import common


def one_round(session, rng, position):
    session.send(position)
    go = rng.choice(["go infinite", "go ponder btime 60000 wtime 60000", "go btime 60000 wtime 60000"])
    session.send(go)
    time.sleep(rng.choice([0, 0.0005, 0.002, 0.004]))
    if go.startswith("go ponder") and rng.random() < 0.3:
        session.send("ponderhit")
    asked = time.monotonic()
    session.send("stop")
    lines = session.until("bestmove", timeout=30)
    took = time.monotonic() - asked
    session.send("isready")
    lines += session.until("readyok", timeout=30)
    return took * 1000, sum(line.startswith("bestmove") for line in lines)


def play(setup, findings, path, game, seconds):
    rng, latencies = random.Random(f"{setup.seed}/{game}"), []
    session = common.Usi(path, game)
    session.send("setoption name USI_Hash value 16")
    position, end = "position startpos", time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            if len(latencies) % 50 == 0:
                session.send(position)
                legal = session.legal()
                long = position.count(" ") > 40 or not legal
                position = "position startpos" if long else position + ("" if "moves" in position else " moves") + " " + rng.choice(legal)
            took, answers = one_round(session, rng, position)
            latencies.append(took)
            if answers != 1:
                findings.add(f"{game}, round {len(latencies)}: {answers} answers", "\n".join(session.sent[-50:]).encode())
        if session.close() != 0:
            findings.add(f"{game}: exit {session.process.returncode}")
    except (queue.Empty, EOFError, BrokenPipeError) as error:
        session.process.kill()
        findings.add(f"{game}, round {len(latencies)}: {type(error).__name__}", "\n".join(session.sent[-50:]).encode())
    latencies.sort()
    return latencies


def spread(latencies):
    def at(share):
        return latencies[min(len(latencies) - 1, int(len(latencies) * share))]

    return f"p50 {at(0.5):.2f} p99 {at(0.99):.2f} max {latencies[-1]:.2f} ms"


def run(setup, findings):
    path = common.program(setup, "release")
    soak = common.program(setup, "release", "core_soak", "tests/search/core_soak")
    parts = []
    for game in common.GAMES:
        latencies = play(setup, findings, path, game, setup.seconds / 6)
        if latencies:
            parts.append(f"{game} {len(latencies)} rounds {spread(latencies)}")
    rounds = max(100, int(setup.seconds / 2 * 250))  # about 3 ms each, more on a loaded machine
    done = subprocess.run([soak, "stop", str(rounds), "1"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        findings.add(f"core_soak stop: exit {done.returncode}", (done.stdout + done.stderr).encode())
    figures = re.search(r"median (\S+)\s+p99 (\S+).*max (\S+)", done.stdout)
    parts.append(f"core {rounds} rounds p50 {figures[1]} p99 {figures[2]} max {figures[3]} ms")
    return ", ".join(parts)
