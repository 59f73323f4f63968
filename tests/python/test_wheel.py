#!/usr/bin/env python3
"""The wheel: the same bytes twice, a tag that is true, and a package that works from it alone.

    test_wheel.py python/     (YOMI_LIBRARY names the library)"""
import hashlib
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

spec = importlib.util.spec_from_file_location("wheel_builder", Path(sys.argv[1]) / "wheel_builder.py")
builder = importlib.util.module_from_spec(spec)
spec.loader.exec_module(builder)
LIBRARY = Path(os.environ["YOMI_LIBRARY"])


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def the_same_bytes_twice(folder):
    first = builder.make(folder / "a", LIBRARY, "1.2.3")
    second = builder.make(folder / "b", LIBRARY, "1.2.3")
    assert first.name == second.name and digest(first) == digest(second)
    return first


def the_tag_names_the_glibc_that_is_needed(wheel):
    assert re.fullmatch(r"yomi-1\.2\.3-py3-none-(manylinux_2_\d+_(x86_64|aarch64))\.whl", wheel.name), wheel.name
    assert builder.needed_glibc(b"GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0") == (2, 34)
    for wrong in (b"", b"no library", b"\x7fELF" + bytes(60)):
        try:
            builder.platform_of(wrong)
        except ValueError as error:
            assert "library" in str(error), error
        else:
            raise AssertionError("a tag was made for what is no library")


def its_record_is_true(wheel):
    with zipfile.ZipFile(wheel) as archive:
        assert archive.testzip() is None
        rows = dict(line.split(",", 1) for line in archive.read("yomi-1.2.3.dist-info/RECORD").decode().splitlines())
        assert sorted(rows) == sorted(archive.namelist())
        for path, row in rows.items():
            assert path.endswith("RECORD") or row.endswith("," + str(len(archive.read(path)))), path


def it_works_alone(wheel, folder):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    code = ("import yomi, sys; e = yomi.Engine('gomoku', Hash=4); print(e.search(depth=2).result().best, "
            "yomi.__file__)")
    env = {key: value for key, value in os.environ.items() if key != "YOMI_LIBRARY"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=folder,
                          env={**env, "PYTHONPATH": str(folder / "site")})
    assert done.returncode == 0, done.stderr
    assert str(folder / "site") in done.stdout, done.stdout


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = the_same_bytes_twice(folder)
        the_tag_names_the_glibc_that_is_needed(wheel)
        its_record_is_true(wheel)
        it_works_alone(wheel, folder)
    print("ok:", wheel.name)


main()
