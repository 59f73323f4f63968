"""All fuzz targets for the same time each, by tests/fuzz/run.sh."""
import re
import subprocess

from . import common


def run(setup, findings):
    targets = len(list((common.ROOT / "tests/fuzz/seeds").iterdir()))
    done = subprocess.run([common.ROOT / "tests/fuzz/run.sh", str(max(1, int(setup.seconds / targets))), str(common.WORK / "corpus")],
                          capture_output=True, text=True, check=False)
    counts, name = {}, ""
    for line in done.stdout.splitlines():
        if line.startswith("== "):
            name = line[3:]
            counts[name] = 0
        elif found := re.search(r"number_of_executed_units: (\d+)", line):
            counts[name] = int(found[1])
    if done.returncode != 0 or len(counts) != targets:
        findings.add(f"target {name}: exit {done.returncode}", (done.stdout + done.stderr).encode())
    return f"{sum(counts.values())} inputs " + " ".join(f"{k} {v}" for k, v in counts.items())
