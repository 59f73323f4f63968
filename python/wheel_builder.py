"""Builds the wheel of the package `yomi` with the standard library alone.

    python3 wheel_builder.py OUT [--library PATH] [--version VERSION]

The library is that of --library, of the environment (YOMI_LIBRARY), or of ../build/release. The same inputs give the
same bytes. The tag of the wheel says which glibc the library asks for (PEP 600), read from the library itself. The
functions build_wheel and get_requires_for_build_wheel make it a backend of pip (pyproject.toml).
"""
from __future__ import annotations

import argparse
import base64
import hashlib
import os
import re
import struct
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAME = "yomi"
MACHINES = {0x3E: "x86_64", 0xB7: "aarch64"}
STAMP = (1980, 1, 1, 0, 0, 0)


def needed_glibc(binary: bytes) -> tuple[int, int]:
    """The newest version of glibc's symbols that the library names."""
    found = re.findall(rb"GLIBC_(\d+)\.(\d+)(?:\.\d+)?\0", binary)
    if not found:
        raise ValueError("the library names no version of glibc")
    return max((int(major), int(minor)) for major, minor in found)


def platform_of(binary: bytes) -> str:
    """The platform part of the wheel's tag."""
    if binary[:2] == b"MZ":
        return "win_amd64"
    if binary[:4] != b"\x7fELF":
        raise ValueError("the library is neither ELF nor PE")
    machine = MACHINES.get(struct.unpack_from("<H", binary, 18)[0])
    if not machine:
        raise ValueError("the library is for a processor that has no wheel")
    return "manylinux_{}_{}_{}".format(*needed_glibc(binary), machine)


def project_version() -> str:
    """The version in the top CMakeLists.txt."""
    text = (HERE.parent / "CMakeLists.txt").read_text()
    return re.search(r"project\(yomi VERSION ([0-9.]+)", text)[1]


def metadata(version: str) -> str:
    readme = (HERE / "README.md").read_text()
    return (f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version}\n"
            "Summary: Engine for shogi, Othello, gomoku and dobutsu shogi\nLicense: MIT\nRequires-Python: >=3.9\n"
            "Classifier: License :: OSI Approved :: MIT License\nClassifier: Topic :: Games/Entertainment :: Board Games\n"
            f"Classifier: Typing :: Typed\nDescription-Content-Type: text/markdown\n\n{readme}")


def contents(binary: bytes, version: str, tag: str) -> dict[str, bytes]:
    """Path in the wheel: bytes. RECORD comes last."""
    info = f"{NAME}-{version}.dist-info"
    files = {f"{NAME}/{path.name}": path.read_bytes() for path in sorted((HERE / NAME).iterdir())
             if path.suffix == ".py" or path.name == "py.typed"}
    files[f"{NAME}/{'yomi.dll' if tag.endswith('win_amd64') else 'libyomi.so'}"] = binary
    files[f"{info}/METADATA"] = metadata(version).encode()
    files[f"{info}/LICENSE"] = (HERE.parent / "LICENSE").read_bytes()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: yomi\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    rows = [f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
            for path, data in files.items()]
    files[f"{info}/RECORD"] = ("\n".join(rows) + f"\n{info}/RECORD,,\n").encode()
    return files


def make(out: Path, library: Path, version: str) -> Path:
    """Writes the wheel into the folder and returns its path."""
    binary = library.read_bytes()
    tag = f"py3-none-{platform_of(binary)}"
    out.mkdir(parents=True, exist_ok=True)
    wheel = out / f"{NAME}-{version}-{tag}.whl"
    part = wheel.with_suffix(".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in contents(binary, version, tag).items():
            entry = zipfile.ZipInfo(path, STAMP)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            archive.writestr(entry, data)
    part.replace(wheel)
    return wheel


def usual_library() -> Path:
    return Path(os.environ.get("YOMI_LIBRARY") or HERE.parent / "build" / "release" / "libyomi.so")


def get_requires_for_build_wheel(config_settings=None) -> list[str]:
    return []


def build_wheel(wheel_directory: str, config_settings=None, metadata_directory=None) -> str:
    return make(Path(wheel_directory), usual_library(), project_version()).name


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path, help="the folder that the wheel is written to")
    parser.add_argument("--library", type=Path, default=usual_library())
    parser.add_argument("--version", default=project_version())
    args = parser.parse_args()
    try:
        print(make(args.out, args.library, args.version))
    except (OSError, ValueError) as error:
        print(f"wheel_builder.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
