"""In every command one allocation, thread or file operation fails, at every place or at places evenly spread."""
import subprocess

from . import commands, common


def preload(source):
    out = common.WORK / (source + ".so")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(out), str(common.ROOT / "tests/fault" / (source + ".c"))], check=True)
    return str(out)


def calls(path, name, source, library, kind):
    """How many calls an undisturbed run makes; above 256 to an eighth: growing until the n-th is not reached, then halving."""
    low, high = 0, 1
    while reached(path, name, source, library, kind, high)[0]:
        low, high = high, high * 4
        if high > 1 << 20:
            return low
    while high - low > (1 if low < 256 else low // 8):
        middle = (low + high) // 2
        if reached(path, name, source, library, kind, middle)[0]:
            low = middle
        else:
            high = middle
    return low


def reached(path, name, source, library, kind, at):
    told = common.WORK / "told"
    told.unlink(missing_ok=True)
    folder = commands.fresh(f"{name}-{kind}")
    done = commands.run(path, name, source, folder, env={"LD_PRELOAD": library, "YOMI_FAIL_KIND": kind, "YOMI_FAIL_AT": str(at),
                                                         "YOMI_FAIL_TOLD": str(told)})
    return told.exists(), folder, done


def run(setup, findings):
    path = common.program(setup, "release")
    source, library = commands.prepare(path), preload("nth_call")
    runs = 0
    for name in commands.names(setup.only):
        expected = commands.undisturbed(path, name, source, findings)
        told = []
        for kind in ("alloc", "file"):
            most = calls(path, name, source, library, kind)
            places = range(1, most + 1) if most <= setup.count else sorted({1 + i * most // setup.count for i in range(setup.count)})
            hit = 0
            for at in places:
                was_hit, folder, done = reached(path, name, source, library, kind, at)
                hit += was_hit
                commands.judge(path, name, source, folder, done, expected, findings, f"{kind} {at}")
            runs += hit
            told.append(f"{kind} {hit} of {most}")
        print(f"  {name}: {', '.join(told)}", flush=True)
    return f"{runs} failing calls"
