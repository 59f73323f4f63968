"""Every command with a full disk, in a folder that cannot be written, with 20 file handles, without threads and with a clock
on the wall that jumps. It ends well or with a message, and the same command goes on where it was when all is well again.
Mounting a small disk and becoming another user need root; without it three conditions are left out, and it is said."""
import os
import pathlib
import pwd
import resource
import shutil
import subprocess
import tempfile

from . import commands, common, faults


def few_handles():
    resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))


def small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))


def plain(path, name, source, expected, findings, label, **more):
    folder = commands.fresh(f"{name}-hostile")
    done = commands.run(path, name, source, folder, **more)
    commands.judge(path, name, source, folder, done, expected, findings, label)


def full_disk(path, name, source, expected, findings, label):
    """A disk of 64 kB that has 8 kB left; then it is emptied."""
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", place], check=True)
        try:
            folder = pathlib.Path(place) / "work"
            folder.mkdir()
            (pathlib.Path(place) / "filler").write_bytes(bytes(56 * 1024))
            done = commands.run(path, name, source, folder)
            (pathlib.Path(place) / "filler").unlink()
            subprocess.run(["mount", "-o", "remount,size=64m", place], check=True)
            commands.judge(path, name, source, folder, done, expected, findings, label)
        finally:
            subprocess.run(["umount", place], check=True)


def read_only(path, name, source, expected, findings, label):
    folder = commands.fresh(f"{name}-hostile")
    subprocess.run(["mount", "--bind", str(folder), str(folder)], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True)
        done = commands.run(path, name, source, folder)
    finally:
        subprocess.run(["umount", str(folder)], check=True)
    commands.judge(path, name, source, folder, done, expected, findings, label)


def no_threads(path, name, source, expected, findings, label):
    """As another user, who may have one process: the limit does not hold for root."""
    nobody = pwd.getpwnam("nobody")
    with tempfile.TemporaryDirectory() as place:
        os.chmod(place, 0o755)
        program, folder = pathlib.Path(place) / "yomi", pathlib.Path(place) / "work"
        shutil.copy(path, program)
        shutil.copytree(source, pathlib.Path(place) / "input")
        expected = commands.undisturbed(str(program), name, pathlib.Path(place) / "input", findings)  # outputs name their input
        folder.mkdir()
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        prefix = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups", "prlimit", "--nproc=1"]
        done = commands.run(str(program), name, pathlib.Path(place) / "input", folder, prefix=prefix)
        commands.judge(str(program), name, pathlib.Path(place) / "input", folder, done, expected, findings, label)


def may_mount():
    with tempfile.TemporaryDirectory() as place:
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "none", place], capture_output=True, check=False).returncode:
            return False
        subprocess.run(["umount", place], check=True)
    return True


def run(setup, findings):
    path = common.program(setup, "release")
    source, clock = commands.prepare(path), faults.preload("jumping_clock")
    conditions = {
        "full disk": full_disk, "read-only folder": read_only, "no threads": no_threads,
        "files of 600 bytes": lambda *a: plain(*a, before=small_files), "20 handles": lambda *a: plain(*a, before=few_handles),
        "jumping clock": lambda *a: plain(*a, env={"LD_PRELOAD": clock}),
    }
    if not may_mount():
        print("  may not mount: full disk, read-only folder and no threads are left out", flush=True)
        conditions = dict(list(conditions.items())[3:])
    count = 0
    for name in commands.names(setup.only):
        expected = commands.undisturbed(path, name, source, findings)
        for label, condition in conditions.items():
            condition(path, name, source, expected, findings, label)
            count += 1
    return f"{count} runs of {len(commands.names(setup.only))} commands in {len(conditions)} conditions"
