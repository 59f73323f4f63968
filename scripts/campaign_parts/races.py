"""8 threads under TSan: go, stop, ponder, new games and options at random moments; one answer to each go, no report."""
import os
import queue
import random
import time

from . import common


def disturb(session, rng):
    """Something that a GUI does between searches, or against the rules during one."""
    session.send(rng.choice(["usinewgame", "isready", "d", "setoption name ClearHash", "moves", "ponderhit",
                             f"setoption name USI_Hash value {rng.choice([1, 2, 5])}", f"setoption name Threads value {rng.choice([8, 8, 8, 3, 5])}",
                             f"setoption name MultiPV value {rng.choice([1, 1, 2, 4])}"]))


def one_round(session, rng, moves):
    """Returns what is wrong, or nothing."""
    legal = session.legal()
    moves = [] if not legal or len(moves) > 60 else [*moves, rng.choice(legal)]
    session.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
    go = rng.choice(["infinite", "ponder btime 500 wtime 500", "nodes 3000", "depth 3", "movetime 20", "btime 300 wtime 300 byoyomi 10"])
    session.send("go " + go)
    if rng.random() < 0.8:
        time.sleep(rng.choice([0, 0, 0.001, 0.005, 0.03]))
    if rng.random() < 0.2:
        disturb(session, rng)
    session.send("ponderhit" if go.startswith("ponder") and rng.random() < 0.5 else "stop")
    lines = session.until("bestmove")
    session.send("isready")
    lines += session.until("readyok")
    answers = sum(line.startswith("bestmove") for line in lines)
    if rng.random() < 0.3:
        disturb(session, rng)
        session.send("setoption name Threads value 8")
    return moves, "" if answers == 1 else f"{answers} answers to one go"


def play(setup, findings, path, game):
    rng, rounds, moves = random.Random(f"{setup.seed}/{game}"), 0, []
    session = common.Usi(path, game, {**os.environ, "TSAN_OPTIONS": "halt_on_error=0 exitcode=66 second_deadlock_stack=1"})
    session.send("setoption name USI_Hash value 2")
    session.send("setoption name Threads value 8")
    session.send("isready")
    end, wrong = time.monotonic() + setup.seconds, ""
    try:
        session.until("readyok")
        while time.monotonic() < end and not wrong:
            moves, wrong = one_round(session, rng, moves)
            rounds += 1
        code = session.close()
    except (queue.Empty, EOFError, BrokenPipeError) as error:
        session.process.kill()
        wrong, code = f"no answer ({type(error).__name__})", session.process.wait()
    errors = b"".join(session.errors)
    if wrong or code != 0 or common.REPORT.search(errors):
        findings.add(f"{game}, round {rounds}: exit {code}, {wrong or 'a report'}", errors + "\n".join(session.sent[-200:]).encode())
    return rounds


def run(setup, findings):
    path = common.program(setup, "tsan")
    rounds = {game: play(setup, findings, path, game) for game in common.GAMES if setup.only in game}
    return f"{setup.seconds:.0f} s a game, rounds " + " ".join(f"{k} {v}" for k, v in rounds.items())
