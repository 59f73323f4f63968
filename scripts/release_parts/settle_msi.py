#!/usr/bin/env python3
"""settle_msi.py MSI NUMBER: puts NUMBER (a UUID) in the place of the random number of a fresh Windows installer, and
SOURCE_DATE_EPOCH in the place of its times, so that the same files make the same installer."""
import os
import pathlib
import re
import struct
import sys

path, number = pathlib.Path(sys.argv[1]), sys.argv[2].upper()
data = bytearray(path.read_bytes())
# The package's own summary, at the end of the file: a text of 38 letters, and times as type 64 with steps of 100 ns since 1601.
found = [m for m in re.finditer(rb"\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}\x00", data)
         if data[m.start() - 8:m.start() - 4] == b"\x1e\x00\x00\x00"]
assert len(found) == 1, f"{path}: {len(found)} numbers of a package, not one"
at = found[0].start()
data[at:at + 38] = b"{" + number.encode() + b"}"
steps = (int(os.environ["SOURCE_DATE_EPOCH"]) + 11644473600) * 10_000_000
times = [m.start() + 4 for m in re.finditer(rb"\x40\x00\x00\x00.{6}[\xd0-\xe5]\x01", data[at:at + 512], re.DOTALL)]
assert len(times) == 2, f"{path}: {len(times)} times, not two"
for offset in times:
    struct.pack_into("<Q", data, at + offset, steps)
path.write_bytes(data)
