#!/usr/bin/env python3
"""Small farms of each kind on a Redis server of their own: farm.py PROGRAM [fast|slow [SEED]]. Whatever happens to workers, server and
collector, the result has the bytes that one machine makes. Without redis-server or hiredis it is skipped."""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

import farm_rig

PROGRAM = os.path.abspath(sys.argv[1])
SLOW = sys.argv[2:3] == ["slow"]  # with a sanitizer: some of it
A, B = "name=a proto=internal", "name=b proto=internal depth=1"
MATCH = ["match", "othello", "--engine", A, "--engine", B, "--depth", "2", "--random-plies", "8"]
OTHELLO = ["--depth", "1", "--solve", "8"]


def figures(farm, name):
    return json.loads(farm.run("farm", "status", farm.redis.url, "--json", "--name", name))[0]


def data_of_all_games(farm):
    kinds = {"othello": OTHELLO} if SLOW else {"othello": OTHELLO, "gomoku": ["--nodes", "200"], "shogi": ["--nodes", "40", "--net", "hand"]}
    for game, words in kinds.items():
        farm.put(game, "datagen", game, "--games", "7", *words, own=["--batch", "2"])
    assert f"jobs done: {4 * len(kinds)}" in farm.work()
    for game, words in kinds.items():
        farm.run("datagen", game, f"{game}-one", "--games", "7", *words)
        assert farm.collect(game, f"{game}-all") == (farm.folder / f"{game}-one").read_bytes(), game
        assert figures(farm, game)["doubles"] == 0


def match_to_a_verdict(farm):
    words = [*MATCH, "--games", "200", "--sprt", "0,100"]
    assert "100 jobs" in farm.put("match", *words)
    assert "as before" in farm.put("match", *words)
    farm.work("--name", "match")
    farm.run(*words, "--journal", "match-one", "--no-times", "--quiet")
    assert farm.collect("match", "match-all") == (farm.folder / "match-one").read_bytes()
    state = figures(farm, "match")
    assert state["state"] == "stopped" and state["verdict"] == "H1" and state["done"] < 100, state
    assert state["test"]["llr"] >= state["test"]["upper"] and len(state["test"]["curve"]) == state["test"]["pairs"]
    assert 'yomi_farm_done_total{campaign="match",kind="match"}' in farm.run("farm", "status", farm.redis.url,
                                                                             "--prometheus")


def timed_match(farm):
    words = ["match", "dobutsu", "--engine", "name=a proto=internal", "--engine", "name=b proto=internal", "--movetime",
             "2", "--random-plies", "4", "--games", "8", "--max-plies", "40"]
    farm.put("timed", *words, own=["--verify", "100"])
    farm.work("--name", "timed")
    lines = farm.collect("timed", "timed-all").decode().splitlines()[1:]
    assert [int(line.split("\t")[1]) for line in lines] == list(range(8))
    assert figures(farm, "timed")["differs"] == 0, "of a timed match the first result counts"


def archive(farm):
    games = farm.folder / "games"
    farm.run("match", "othello", "--engine", A, "--engine", B, "--depth", "1", "--games", "6", "--random-plies", "8",
             "--records", "games/", "--quiet")
    farm.run("match", "othello", "--engine", A, "--engine", B, "--depth", "1", "--games", "5", "--random-plies", "9",
             "--records", "games/many.ggf", "--quiet")
    assert len(list(games.iterdir())) == 7
    words = ["analyse", "othello", "games", "--nodes", "40"]
    farm.put("archive", *words, own=["--batch", "2"])
    farm.work("--name", "archive")
    farm.run(*words, "--journal", "archive-one", "--quiet")
    whole = farm.collect("archive", "archive-all")
    assert whole == (farm.folder / "archive-one").read_bytes()
    farm.run(*words, "--journal", "archive-all", "--csv", "losses.csv", "--quiet")
    assert (farm.folder / "losses.csv").stat().st_size > 1000


def tuning(farm):
    words = ["tune", "gomoku", "--tune", "EvalLineTwo", "--iterations", "3", "--pairs", "2", "--nodes", "60",
             "--random-plies", "4", "--max-plies", "40", "--option", "Rule=freestyle"]
    farm.put("tune", *words)
    farm.work("--name", "tune")
    farm.run(*words, "--journal", "tune-one", "--quiet")
    assert farm.collect("tune", "tune-all") == (farm.folder / "tune-one").read_bytes()


def files_go_along(farm):
    """Weights and openings come to the workers by their content, and are named as on one machine."""
    (farm.folder / "w").mkdir()
    weights = (pathlib.Path(__file__).resolve().parents[2] / "data/othello.weights").read_bytes()
    (farm.folder / "w/mine.weights").write_bytes(weights)
    (farm.folder / "w/book").write_text("f5d6c3d3c4\nf5f6e6f4\nf5d6c4\n")
    words = [*MATCH[:3], "name=a proto=internal option.WeightsFile=w/mine.weights", *MATCH[4:6], "--depth", "1", "--openings",
             "w/book", "--games", "6"]
    farm.put("files", *words)
    farm.run(*words, "--journal", "files-one", "--no-times", "--quiet")
    (farm.folder / "w/mine.weights").unlink()
    farm.work("--name", "files")
    assert farm.collect("files", "files-all") == (farm.folder / "files-one").read_bytes()
    (farm.folder / "w/mine.weights").write_bytes(weights + b"x")
    assert "another campaign" in farm.put("files", *words, code=1)


def killed_at_random(farm, chance):
    """Workers, server and collector with -9."""
    words = ["datagen", "othello", "--games", "60", "--seed", "9", "--depth", "2", "--solve", "10"]
    farm.put("killed", *words, own=["--batch", "3", "--silence", "1", "--tries", "50"])
    farm.run("datagen", "othello", "killed-one", *words[2:])
    workers = [farm.start_worker("--workers", "1", "--quiet") for _ in range(2)]
    collect = [PROGRAM, "farm", "collect", farm.redis.url, "killed-all", "--name", "killed", "--quiet"]
    collector = subprocess.Popen(collect, cwd=farm.folder, stdout=subprocess.DEVNULL)
    for who in ("worker", "redis", "collector", "worker", "redis", "worker"):
        time.sleep(chance.uniform(0.1, 0.5))
        if who == "redis":
            farm.redis.kill()
            time.sleep(chance.uniform(0, 0.3))
            farm.redis.start()
        elif who == "collector":
            collector.kill()
            collector.wait()
            collector = subprocess.Popen(collect, cwd=farm.folder, stdout=subprocess.DEVNULL)
        else:
            victim = workers.pop(0)
            victim.kill()
            victim.wait()
            workers.append(farm.start_worker("--workers", "1", "--quiet"))
    assert collector.wait(600) == 0
    for worker in workers:
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(60) == 0, worker.stderr.read()
    assert (farm.folder / "killed-all").read_bytes() == (farm.folder / "killed-one").read_bytes()
    state = figures(farm, "killed")
    assert state["done"] == 20 and state["differs"] == 0 and state["dead"] == 0, state


def dead_letters(farm):
    """A command that fails three times; its words can be read in the status."""
    bad = ["datagen", "othello", "--games", "4", "--random-min", "9", "--random-max", "3"]
    farm.put("dead", *bad, own=["--batch", "4", "--silence", "1"])
    worker = farm.start_worker("--name", "dead", "--workers", "1", "--quiet")
    for _ in range(600):
        state = figures(farm, "dead")
        if state["dead"]:
            break
        time.sleep(0.1)
    worker.terminate()
    assert worker.wait(60) == 0
    told = farm.run("farm", "work", farm.redis.url, "--name", "dead", "--work", farm.folder / "work", "--until-done")
    assert "given up" in told, told  # nobody waits for what will not come
    assert state["failed"] == 3 and "--random-max is below" in state["dead_letters"][0]["why"], state
    assert "jobs were given up" in farm.collect("dead", "dead-all", code=1)
    assert "1 jobs are queued again" in farm.run("farm", "retry", farm.redis.url, "--name", "dead")
    farm.run("farm", "stop", farm.redis.url, "--name", "dead")
    assert figures(farm, "dead")["state"] == "stopped"
    farm.run("farm", "forget", farm.redis.url, "--name", "dead")
    assert "no such campaign" in farm.run("farm", "status", farm.redis.url, "--name", "dead", code=1)
    assert not [key for key in farm.redis.cli("KEYS", "*").split() if "{dead}" in key]


def other_bytes(farm):
    """Two machines that make different bytes of one job; jobs that are done twice on purpose."""
    farm.put("twice", "datagen", "othello", "--games", "6", *OTHELLO, own=["--batch", "2", "--verify", "100"])
    farm.work("--name", "twice")
    state = figures(farm, "twice")
    assert state["doubles"] == 3 and state["differs"] == 0 and state["state"] == "done", state
    key = "yomi:{twice}:"
    farm.redis.cli("-x", "SETRANGE", key + "results", "0", input=b"x" * 32)
    farm.redis.cli("HSET", key + "meta", "state", "open")
    farm.redis.cli("XADD", key + "jobs", "*", "i", "0", "check", "1")
    assert "ALARM: job 0" in farm.work("--name", "twice")
    state = figures(farm, "twice")
    assert state["differs"] == 1 and state["quarantine"].startswith("0 "), state
    assert "ALARM" in farm.run("farm", "status", farm.redis.url, "--name", "twice")
    assert "job 0" in farm.collect("twice", "twice-all", code=1), "that shard is not there"


def another_program(farm):
    work = farm.folder / "other"
    farm.put("ours", "datagen", "othello", "--games", "2", *OTHELLO)
    farm.know_signatures(work)
    for path in (work / "signatures").iterdir():
        path.write_text("0123456789abcdef")
    told = farm.run("farm", "work", farm.redis.url, "--name", "ours", "--work", work, "--until-done", code=1)
    assert f"signature for othello is {farm_rig.SIGNATURES['othello']}; this one's is 0123456789abcdef" in told, told
    assert figures(farm, "ours")["done"] == 0


def hostile(farm):
    """Shards and campaigns that somebody else has written."""
    key = "yomi:{ours}:"
    shared = farm.folder / "shared"
    shared.mkdir()
    farm.put("shared", *MATCH, "--games", "4", own=["--shards", "shared"])
    farm.work("--name", "shared")
    shard = next(path for path in shared.glob("*/*"))
    content = shard.read_bytes()
    for bad in (b"", content[:-1], content + b"x", b"\0" * 1000, b"game\t0\n" * 100):
        shard.write_bytes(bad)
        assert "damaged" in farm.collect("shared", "shared-all", code=1)
    shard.write_bytes(content)
    assert len(farm.collect("shared", "shared-all").splitlines()) == 5
    for name, value in (("words", "datagen\nothello\n--label\n/etc/passwd\n"), ("total", "-1"), ("files", "x"),
                        ("id", "0" * 64), ("ranges", "abc"), ("silence", "999999999999")):
        before = farm.redis.cli("HGET", key + "meta", name)
        farm.redis.cli("HSET", key + "meta", name, value)
        told = farm.run("farm", "work", farm.redis.url, "--name", "ours", "--work", farm.folder / "work", "--until-done",
                        code=1)
        assert "campaign" in told or "damaged" in told, told
        if name == "words":
            before += "\n"
        farm.redis.cli("-x", "HSET", key + "meta", name, input=before.encode())
    farm.redis.cli("SET", "yomi:blob:" + "0" * 64, "x")
    farm.run("farm", "stop", farm.redis.url, "--name", "ours")


def words_that_are_refused(farm):
    for words, why in ((["datagen", "othello", "--label", "x"], "takes no '--label'"),
                       (["datagen", "othello", "--weights", "/etc/passwd"], "below the present folder"),
                       (["datagen", "shogi", "--net", "../x"], "below the present folder"),
                       (["analyse", "othello", "/etc"], "below the present folder"),
                       (["match", "othello", "--engine", A, "--engine", "name=b cmd='sh -c x'", "--depth", "1"], "internal"),
                       (["match", "othello", "--engine", A, "--engine", A + " log=x", "--depth", "1"], "internal"),
                       (["match", "othello", "--engine", A, "--engine", A + " option.X=/a", "--depth", "1"], "no path"),
                       (["match", "othello", "--engine", A, "--engine", B, "--depth", "1", "--json", "x"], "--json"),
                       (["tune", "gomoku", "--pairs", "3", "--nodes", "9"], "divide"),
                       (["serve", "othello"], "datagen, match, analyse or tune")):
        assert why in farm.put("no", *words, own=["--batch", "2"], code=1), words
    assert "missing" in farm.run("farm", "put", farm.redis.url, code=2)
    assert "password does not belong there" in farm.run("farm", "status", "redis://me:secret@host", code=1)
    assert "stunnel" in farm.run("farm", "status", "rediss://host", code=1)
    assert "another campaign" in farm.put("match", *MATCH, "--games", "8", code=1)


def roles(farm):
    """Users with few rights, as in the guide; and no secret where others can see it."""
    guide = pathlib.Path(__file__).resolve().parents[2] / "docs/guides/farm.acl"
    acl = farm.folder / "users.acl"
    acl.write_text(guide.read_text(encoding="utf-8").replace("CHANGE-ME", "hush"))
    guarded = farm_rig.Redis(farm.folder / "guarded", "--aclfile", str(acl))
    try:
        environment = {**os.environ, "YOMI_FARM_PASSWORD": "hush"}
        url = {role: f"unix:{role}@{guarded.socket}" for role in ("putter", "worker", "collector", "watcher")}
        work = ["--work", farm.folder / "work"]
        farm.run("farm", "put", url["putter"], "--name", "acl", *work, "--", "datagen", "othello", "--games", "4",
                 *OTHELLO, env=environment)
        told = farm.run("farm", "work", url["worker"], *work, "--until-done", "--name", "acl", code=1,
                        env={**os.environ, "YOMI_FARM_PASSWORD": "loud"})
        assert "WRONGPASS" in told and "loud" not in told, told
        worker = subprocess.Popen([PROGRAM, "farm", "work", url["worker"], *map(str, work), "--until-done"],
                                  cwd=farm.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True)
        assert "hush" not in pathlib.Path(f"/proc/{worker.pid}/cmdline").read_text(encoding="utf-8")
        told = worker.communicate(timeout=300)[0]
        assert worker.returncode == 0 and "jobs done: 1" in told and "hush" not in told, told
        (farm.folder / "secret").write_text("hush\n")
        farm.run("farm", "collect", url["collector"], "acl-all", "--name", "acl", "--free", "--password-file", "secret")
        assert "done" in farm.run("farm", "status", url["watcher"], env=environment)
        farm.run("farm", "put", url["putter"], "--name", "idle", *work, "--", "datagen", "othello", "--games", "4",
                 *OTHELLO, env=environment)
        for role, words in (("watcher", ["farm", "stop", url["watcher"], "--name", "idle"]),
                            ("worker", ["farm", "forget", url["worker"], "--name", "idle"]),
                            ("collector", ["farm", "put", url["collector"], "--name", "x", *work, "--", *MATCH])):
            told = farm.run(*words, code=1, env=environment)
            assert "NOPERM" in told or "can't run this command" in told, (role, told)
    finally:
        guarded.close()


def page(farm):
    """The state of the farm on the page of `yomi serve`."""
    farm.put("page", *MATCH, "--games", "4", "--sprt", "0,5")
    server = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--data", "store", "--farm", farm.redis.url, "--quiet"],
                              cwd=farm.folder, stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().split()[-1]
        for _ in range(100):
            with urllib.request.urlopen(address + "farm.json", timeout=30) as answer:
                state = json.load(answer)
            if state.get("campaigns"):
                break
            time.sleep(0.1)
        found = {campaign["name"]: campaign for campaign in state["campaigns"]}
        assert found["page"]["total"] == 2 and "test" in found["page"], found
        for path, word in (("farm.html", "/farm.js"), ("farm.js", "/farm.json"), ("farm.css", "progress")):
            with urllib.request.urlopen(address + path, timeout=30) as answer:
                assert word in answer.read().decode()
    finally:
        server.terminate()
        assert server.wait(60) == 0
    farm.run("farm", "stop", farm.redis.url, "--name", "page")


def main():
    farm_rig.needs(PROGRAM)
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
    print("seed", seed)
    with tempfile.TemporaryDirectory() as folder:
        redis = farm_rig.Redis(pathlib.Path(folder) / "redis")
        farm = farm_rig.Farm(PROGRAM, redis, pathlib.Path(folder) / "here")
        farm.know_signatures(farm.folder / "work")
        for name in ("match-all", "data"):
            farm.know_signatures(farm.folder / f"{name}.parts")
        try:
            parts = [data_of_all_games, match_to_a_verdict, another_program, hostile, roles]
            if not SLOW:
                parts += [timed_match, files_go_along, archive, tuning, dead_letters, other_bytes, words_that_are_refused, page]
            for part in parts:
                begun = time.monotonic()
                part(farm)
                print(f"{part.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
            if not SLOW:
                killed_at_random(farm, random.Random(seed))
        finally:
            redis.close()
    print("ok")


main()
