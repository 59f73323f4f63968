"""Whole games of the engine against itself at the fastest controls; losses on time and other faults are counted. A loaded
machine makes losses of its own, so the time that searches of 10 ms spend on a processor is told beside it: what is late
although it used no more than its time has waited for a processor."""
import json
import pathlib
import subprocess
import time

from . import common

CONTROLS = {"200 ms": ["--time", "200"], "1 s": ["--time", "1000"], "byoyomi 50 ms": ["--byoyomi", "50"], "10 ms a move": ["--movetime", "10"]}
# Parts of the time: most games are of the control that leaves least room.
SHARE = {"200 ms": 8, "1 s": 1, "byoyomi 50 ms": 1, "10 ms a move": 1}
MARGIN = {"10 ms a move": "50"}  # a time for each move is not a clock that is lost; 50 ms is the default of yomi match


def one_match(setup, path, game, words, games, seed, out):
    done = subprocess.run([path, "match", game, "--engine", "name=a proto=internal option.Hash=4", "--engine",
                           "name=b proto=internal option.Hash=4", *words, "--games", str(games), "--random-plies", "4",
                           "--seed", str(seed), "--json", str(out), "--quiet"], capture_output=True, text=True, timeout=900, check=False)
    return done, json.loads(out.read_text()) if out.exists() else None


def processor_ms(pid):
    return sum(int(path.read_text().split()[0]) for path in pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e6


def own_time(path, game, seconds):
    """Milliseconds of processor time of searches with `movetime 10`, in games of the engine against itself."""
    session, moves, used, end = common.Usi(path, game), [], [], time.monotonic() + seconds
    session.send("setoption name USI_Hash value 4")
    session.send("isready")
    session.until("readyok")
    while time.monotonic() < end:
        session.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        legal = session.legal()
        before = processor_ms(session.process.pid)
        session.send("go movetime 10")
        best = session.until("bestmove")[-1].split()[1]
        used.append(processor_ms(session.process.pid) - before)
        opening = legal[len(used) % len(legal)] if legal and len(moves) < 4 else best
        moves = [*moves, opening] if best in legal and len(moves) < 80 else []
    session.close()
    used.sort()
    return used


def run(setup, findings):
    path = common.program(setup, "release")
    cells = [(game, name) for game in common.GAMES for name in CONTROLS if setup.only in game]
    played, faults, latest = 0, 0, 0
    parts = sum(SHARE[name] for _, name in cells)
    for game, name in cells:
        end, seed, here, bad, late = time.monotonic() + setup.seconds * SHARE[name] / parts, setup.seed * 1000, 0, {}, 0
        while time.monotonic() < end:
            seed += 1
            out = common.WORK / "games.json"
            out.unlink(missing_ok=True)
            done, result = one_match(setup, path, game, [*CONTROLS[name], "--margin", MARGIN.get(name, "0")], 2, seed, out)
            if done.returncode != 0 or result is None:
                findings.add(f"{game} at {name}, seed {seed}: exit {done.returncode}: {done.stderr.strip()[-300:]}")
                break
            here += 2
            for engine in result["engines"]:
                late = max(late, engine["latest_ms"])
                for kind, count in engine["faults"].items():
                    if count:
                        bad[kind] = bad.get(kind, 0) + count
        print(f"  {game} at {name}: {here} games, faults {bad or 'none'}, latest answer {late} ms over", flush=True)
        if bad:
            findings.add(f"{game} at {name}: {bad} in {here} games, latest answer {late} ms over")
        played, faults, latest = played + here, faults + sum(bad.values()), max(latest, late)
    for game in [game for game in common.GAMES if setup.only in game]:
        used = own_time(path, game, setup.seconds / 12)
        print(f"  {game}: {len(used)} searches of 10 ms used p99 {used[len(used) * 99 // 100]:.1f}, at most {used[-1]:.1f} ms of a processor", flush=True)
        if used[-1] > 20:
            findings.add(f"{game}: a search of 10 ms used {used[-1]:.1f} ms of a processor")
    return f"{played} games, {faults} faults, latest answer {latest} ms over its time"
