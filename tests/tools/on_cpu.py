#!/usr/bin/env python3
"""Runs a command on one code path of the vector code: on_cpu.py portable|vector128|avx2|avx512 COMMAND ...

The program takes the best path that its processor has and falls back in silence, so a path that is not there would pass
without having been run. Here the processor is asked first, apart from the program: what it lacks is skipped (77)."""
import os
import pathlib
import platform
import sys

AVX2 = {"avx2", "bmi1", "bmi2", "popcnt"}
NEEDS = {  # as in src/base/cpu.h
    "portable": set(),
    "vector128": set(),  # SSE2 or NEON, which every processor of 64 bits has
    "avx2": AVX2,
    "avx512": AVX2 | {f"avx512{part}" for part in ("f", "vl", "bw", "cd", "dq", "vbmi", "_vbmi2", "_vpopcntdq")},
}


def flags():
    if platform.machine() not in ("x86_64", "AMD64"):
        return set()
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("flags"):
            return set(line.split(":")[1].split())
    return set()


def main():
    path, command = sys.argv[1], sys.argv[2:]
    missing = sorted(NEEDS[path] - flags())
    if missing:
        print(f"skipped: this processor has no {' '.join(missing)}, which the path {path} needs")
        sys.exit(77)
    environment = dict(os.environ)
    environment.pop("YOMI_CPU", None)
    if path != "avx512":  # the best path there is
        environment["YOMI_CPU"] = path
    os.execvpe(command[0], command, environment)


main()
