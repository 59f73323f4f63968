#!/usr/bin/env python3
"""What a farm has to show beyond ./test.sh; as root on Linux, with redis-server and iproute2:

  farm_campaign.py hosts  [--kills N] [--seed S] [--records N] [--data GAME]   three hosts as network namespaces, a real Redis:
        data, a match to its verdict and an archive of games, under kills of workers, Redis and collector at random, a
        partition of a minute, a full disk, a clock that jumps, a slow worker; the bytes have to be those of one machine
  farm_campaign.py overhead [--job-seconds 5] [--jobs 60]        processor time of a farm beside that of the jobs
  farm_campaign.py rate                                          empty jobs a second with 1, 8 and 64 workers
  farm_campaign.py load [--workers 10000] [--seconds 30]         simulated workers (protocol only): throughput, latency

--program YOMI, --load FARM_LOAD (build it: cmake --build --preset release --target farm_load), --work FOLDER.
`rate` and `load` print rows for docs/measurements/data/farm.tsv."""
import argparse
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/farm"))
import farm_rig  # noqa: E402  pylint: disable=wrong-import-position

BRIDGE = "yomifarm"
HOSTS = ("one", "two", "three")


def sh(*words, check=True):
    return subprocess.run([str(word) for word in words], check=check, capture_output=True, text=True)


# ---- hosts ----

class Hosts:
    """Three namespaces on one bridge; Redis runs in the first, under an address of its own."""

    def __init__(self, work):
        self.work = work
        self.down()
        sh("ip", "link", "add", BRIDGE, "type", "bridge")
        sh("ip", "addr", "add", "10.77.0.254/24", "dev", BRIDGE)
        sh("ip", "link", "set", BRIDGE, "up")
        for number, host in enumerate(HOSTS, 1):
            sh("ip", "netns", "add", f"yomi-{host}")
            sh("ip", "link", "add", f"yf-{host}", "type", "veth", "peer", "name", "eth0", "netns", f"yomi-{host}")
            sh("ip", "link", "set", f"yf-{host}", "master", BRIDGE, "up")
            self.inside(host, "ip", "addr", "add", f"10.77.0.{number}/24", "dev", "eth0")
            self.inside(host, "ip", "link", "set", "eth0", "up")
            self.inside(host, "ip", "link", "set", "lo", "up")

    @staticmethod
    def inside(host, *words):
        return sh("ip", "netns", "exec", f"yomi-{host}", *words)

    @staticmethod
    def down():
        for host in HOSTS:
            sh("ip", "netns", "del", f"yomi-{host}", check=False)
            sh("ip", "link", "del", f"yf-{host}", check=False)
        sh("ip", "link", "del", BRIDGE, check=False)

    @staticmethod
    def cut_off(host, off):
        sh("ip", "link", "set", f"yf-{host}", "down" if off else "up")

    @staticmethod
    def start(host, words, **more):
        return subprocess.Popen(["ip", "netns", "exec", f"yomi-{host}", *map(str, words)], stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, start_new_session=True, **more)


class Net:
    """The server, on host one."""
    url = "redis://10.77.0.1:7777"

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True)
        self.process = None
        self.start()

    def start(self):
        self.process = Hosts.start("one", ["redis-server", "--port", "7777", "--bind", "10.77.0.1", "--protected-mode", "no",
                                           "--dir", self.folder, "--save", "", "--appendonly", "yes", "--appendfsync",
                                           "everysec", "--daemonize", "no"])

    def kill(self):
        self.process.kill()
        self.process.wait()


class Hosted:
    def __init__(self, arguments):
        self.a = arguments
        self.work = arguments.work / "hosts"
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        self.chance = random.Random(arguments.seed)
        self.hosts = Hosts(self.work)
        self.redis = Net(self.work / "redis")
        self.farm = farm_rig.Farm(str(arguments.program), self.redis, self.work / "here")
        self.workers, self.collectors, self.told = {}, {}, []
        for host in HOSTS:
            self.farm.know_signatures(self.work / host)
        self.farm.know_signatures(self.farm.folder / "work")
        self.clock = self.build_clock()

    def build_clock(self):
        library = self.work / "jumping_clock.so"
        sh("cc", "-shared", "-fPIC", "-O2", "-o", library, ROOT / "tests/fault/jumping_clock.c")
        return library

    def say(self, text):
        self.told.append(text)
        print(f"{time.monotonic() - self.begun:7.1f} s  {text}", flush=True)

    def start_worker(self, host, number):
        environment = dict(os.environ)
        words = [self.a.program, "farm", "work", self.redis.url, "--work", self.work / host, "--workers", "1", "--quiet"]
        if number == 1 and host == "two":
            environment["LD_PRELOAD"] = str(self.clock)  # its clock on the wall jumps by up to a year
        if number == 1 and host == "three":
            words = ["nice", "-n", "19", *words]  # the slow one; it is stopped now and then, too
        self.workers[host, number] = self.hosts.start(host, words, env=environment, cwd=self.farm.folder)

    def end(self, process, how):
        """Of `ip netns exec`, which becomes the program itself."""
        process.send_signal(how)
        process.wait()

    def start_collector(self, name):
        self.collectors[name] = self.hosts.start(
            "one", [self.a.program, "farm", "collect", self.redis.url, f"{name}-all", "--name", name, "--quiet"],
            cwd=self.farm.folder)

    # ---- troubles ----

    def kill_somebody(self):
        what = self.chance.choices(("worker", "redis", "collector"), (6, 2, 2))[0]
        if what == "worker":
            host, number = self.chance.choice(list(self.workers))
            self.end(self.workers[host, number], signal.SIGKILL)
            self.start_worker(host, number)
        elif what == "redis":
            self.redis.kill()
            time.sleep(self.chance.uniform(0, 0.5))
            self.redis.start()
        else:
            alive = [name for name, process in self.collectors.items() if process.poll() is None]
            if alive:
                name = self.chance.choice(alive)
                self.end(self.collectors[name], signal.SIGKILL)
                self.start_collector(name)
        return what

    def partition(self):
        self.hosts.cut_off("three", True)
        time.sleep(self.a.partition)
        self.hosts.cut_off("three", False)
        self.say(f"host three was cut off for {self.a.partition} s")

    def full_disk(self):
        """A worker whose folder is a small file system, filled by somebody else."""
        folder = self.work / "small"
        folder.mkdir()
        sh("mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", folder)
        try:
            self.farm.know_signatures(folder)
            worker = self.hosts.start("two", [self.a.program, "farm", "work", self.redis.url, "--work", folder, "--workers",
                                              "1", "--quiet"], cwd=self.farm.folder)
            time.sleep(5)
            with (folder / "filler").open("wb") as filler:
                try:
                    while True:
                        filler.write(b"\0" * 65536)
                        filler.flush()
                except OSError:
                    pass
            time.sleep(10)
            (folder / "filler").unlink()
            time.sleep(5)
            worker.terminate()
            worker.wait()
        finally:
            sh("umount", "-l", folder)
        self.say("a worker's disk was full for 10 s")

    def slow_down(self):
        victim = self.workers["three", 1]
        victim.send_signal(signal.SIGSTOP)
        time.sleep(8)
        victim.send_signal(signal.SIGCONT)
        self.say("a worker stood still for 8 s, longer than the silence that is allowed")

    # ---- campaigns ----

    def archive(self):
        games = self.farm.folder / "games"
        self.farm.run("match", "othello", "--engine", "name=a proto=internal", "--engine", "name=b proto=internal",
                      "--depth", "1", "--games", self.a.records, "--random-plies", "10", "--records", "games/", "--quiet",
                      "--concurrency", "2")
        return len(list(games.iterdir()))

    def commands(self):
        engines = ["--engine", "name=a proto=internal nodes=400", "--engine", "name=b proto=internal nodes=440"]
        work = {"othello": ["--depth", "3", "--solve", "12"], "gomoku": ["--nodes", "300"], "shogi": ["--nodes", "100", "--net", "hand"]}
        return {"data": ["datagen", self.a.data, "--games", self.a.games, *work[self.a.data]],
                "match": ["match", "othello", *engines, "--random-plies", "10", "--games", "4000", "--sprt",
                          "0,60" if self.a.short else "0,30"],
                "archive": ["analyse", "othello", "games", "--nodes", "300"]}

    def put_all(self):
        own = {"data": ["--batch", "5"], "match": [], "archive": ["--batch", "4"]}
        for name, words in self.commands().items():
            told = self.farm.put(name, *words, own=["--silence", "4", "--tries", "100", *own[name]])
            self.say(told.strip())

    def compare(self, name):
        words = self.commands()[name]
        one = self.farm.folder / f"{name}-one"
        if words[0] == "datagen":
            self.farm.run(*words[:2], one.name, *words[2:])
        else:
            more = ["--no-times", "--concurrency", "1"] if words[0] == "match" else []
            self.farm.run(*words, "--journal", one.name, "--quiet", *more)
        same = one.read_bytes() == (self.farm.folder / f"{name}-all").read_bytes()
        self.say(f"{name}: {one.stat().st_size} bytes, {'the same as' if same else 'OTHER THAN'} one machine's")
        return same

    def wait_for_redis(self):
        for _ in range(300):
            try:
                return json.loads(self.farm.run("farm", "status", self.redis.url, "--json"))
            except AssertionError:
                time.sleep(0.2)
        raise AssertionError("no server")

    def trouble(self):
        counts = {"worker": 0, "redis": 0, "collector": 0}
        events = {self.a.kills // 5: self.slow_down, 2 * self.a.kills // 5: self.full_disk,
                  3 * self.a.kills // 5: self.partition}
        for number in range(self.a.kills):
            if number in events and number:
                events[number]()
            if all(process.poll() == 0 for process in self.collectors.values()):
                self.say("all was done before the last kill")
                break
            counts[self.kill_somebody()] += 1
            time.sleep(self.chance.uniform(0.2, self.a.pause))
        self.say(f"kills: {counts}")

    def run(self):
        self.begun = time.monotonic()
        self.wait_for_redis()
        self.say(f"{self.archive()} games in the archive; seed {self.a.seed}")
        self.put_all()
        for host in HOSTS:
            for number in (1, 2)[:self.a.each]:
                self.start_worker(host, number)
        for name in self.commands():
            self.start_collector(name)
        self.trouble()
        for name, process in self.collectors.items():
            while process.wait() != 0:
                self.say(f"the collector of {name} ended with an error; once more")
                self.start_collector(name)
                process = self.collectors[name]
                time.sleep(2)
        good = True
        for state in self.wait_for_redis():
            self.say(f"{state['name']}: {state['state']} {state['verdict']}, {state['done']} jobs counted, {state['doubles']} "
                     f"computed twice and not counted, {state['lost']} taken from silent workers, {state['failed']} failed, "
                     f"{state['dead']} given up, {state['differs']} differed")
            good = good and state["differs"] == 0 and state["dead"] == 0
        for worker in self.workers.values():
            self.end(worker, signal.SIGTERM)
        for name in self.commands():
            good = self.compare(name) and good
        return good

    def close(self):
        for process in [*self.workers.values(), *self.collectors.values(), self.redis.process]:
            if process.poll() is None:
                self.end(process, signal.SIGKILL)
        self.hosts.down()


def hosts(arguments):
    hosted = Hosted(arguments)
    try:
        return 0 if hosted.run() else 1
    finally:
        hosted.close()


# ---- figures ----

def cpu_of(words, **more):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL, **more)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def local(arguments, name):
    folder = arguments.work / name
    shutil.rmtree(folder, ignore_errors=True)
    redis = farm_rig.Redis(folder / "redis")
    farm = farm_rig.Farm(str(arguments.program), redis, folder / "here")
    farm.know_signatures(farm.folder / "work")
    return farm


def overhead(arguments):
    """What a farm costs beside the jobs, in processor time: many small jobs, so that the jobs' own noise does not hide it."""
    farm = local(arguments, "overhead")
    try:
        words = ["datagen", "othello", "--depth", "1", "--solve", "6"]
        bare = sum(cpu_of([farm.program, "datagen", "othello", farm.folder / f"bare-{job}", *words[2:], "--first", job,
                           "--games", 1]) for job in range(arguments.jobs))
        farm.put("overhead", *words, "--games", arguments.jobs, own=["--batch", 1])
        server = server_cpu(farm.redis)
        total = cpu_of([farm.program, "farm", "work", farm.redis.url, "--work", farm.folder / "work", "--workers", "1",
                        "--until-done", "--quiet"])
        server = server_cpu(farm.redis) - server
        extra = (total + server - bare) / arguments.jobs
        print(json.dumps({"jobs": arguments.jobs, "bare_cpu_ms": round(1000 * bare / arguments.jobs, 1),
                          "farm_cpu_ms": round(1000 * total / arguments.jobs, 1),
                          "server_cpu_ms": round(1000 * server / arguments.jobs, 2), "extra_cpu_ms": round(1000 * extra, 1),
                          "percent_of_a_job": round(100 * extra / arguments.job_seconds, 2)}))
    finally:
        farm.redis.close()
    return 0


def server_cpu(redis):
    return sum(float(line.split(":")[1]) for line in redis.cli("INFO", "cpu").split()
               if line.startswith(("used_cpu_user:", "used_cpu_sys:")))


def simulate(arguments, workers, job_ms, seconds, redis_words=()):
    folder = arguments.work / f"load-{workers}"
    shutil.rmtree(folder, ignore_errors=True)
    redis = farm_rig.Redis(folder / "redis", "--maxclients", "20000", *redis_words)
    farm = farm_rig.Farm(str(arguments.program), redis, folder / "here")
    farm.know_signatures(farm.folder / "work")
    try:
        farm.put("load", "datagen", "othello", "--games", str(16000000), own=["--batch", "1"])
        before = server_cpu(redis)
        begun = time.monotonic()
        done = subprocess.run([str(arguments.load), redis.url, "load", str(workers), str(job_ms), str(seconds)], check=True,
                              capture_output=True, text=True)
        figures = json.loads(done.stdout)
        figures["server_cpu_percent"] = round(100 * (server_cpu(redis) - before) / (time.monotonic() - begun), 1)
        figures["server_mb"] = round(int(redis.cli("INFO", "memory").split("used_memory:")[1].split()[0]) / 1e6, 1)
        figures["log_mb"] = round(sum(p.stat().st_size for p in (folder / "redis").rglob("*.aof")) / 1e6, 1)
        print(json.dumps(figures), flush=True)
    finally:
        redis.close()


def rate(arguments):
    for workers in (1, 8, 64):
        simulate(arguments, workers, 0, arguments.seconds)
    return 0


def load(arguments):
    for workers in arguments.workers:
        simulate(arguments, workers, int(arguments.job_seconds * 1000), arguments.seconds)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("hosts", "overhead", "rate", "load"))
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/yomi")
    parser.add_argument("--load", type=pathlib.Path, default=ROOT / "build/release/tests/farm/farm_load")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/farm_campaign")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--pause", type=float, default=2.0, help="at most so many seconds between kills")
    parser.add_argument("--partition", type=float, default=60)
    parser.add_argument("--records", type=int, default=1000, help="games of the archive")
    parser.add_argument("--games", type=int, default=4000, help="of the data")
    parser.add_argument("--data", choices=("othello", "gomoku", "shogi"), default="othello", help="the game of the data")
    parser.add_argument("--each", type=int, default=2, help="workers on a host")
    parser.add_argument("--short", action="store_true", help="a test that is over sooner")
    parser.add_argument("--jobs", type=int, default=60, help="of overhead")
    parser.add_argument("--workers", type=int, nargs="+", default=[10, 100, 1000, 10000])
    parser.add_argument("--job-seconds", type=float, default=5)
    parser.add_argument("--seconds", type=int, default=20)
    arguments = parser.parse_args()
    for path in ("program", "load", "work"):
        setattr(arguments, path, getattr(arguments, path).resolve())
    farm_rig.needs(str(arguments.program))
    return {"hosts": hosts, "overhead": overhead, "rate": rate, "load": load}[arguments.what](arguments)


if __name__ == "__main__":
    sys.exit(main())
