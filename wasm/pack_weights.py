#!/usr/bin/env python3
"""Packs a file of weights for the wire: pack_weights.py IN OUT. The form is described in src/weights.ts.

The head (28 bytes, as a network has it) and the checksum behind the numbers (8 bytes) stay as they are. The same input
gives the same bytes."""
import gzip
import struct
import sys
from pathlib import Path

HEAD, TAIL = 28, 8


def pack(data):
    count = (len(data) - HEAD - TAIL) // 2
    if count < 0:
        raise ValueError("a file of weights is longer than that")
    numbers = struct.unpack_from(f"<{count}h", data, HEAD)
    zigzag = [((value << 1) ^ (value >> 15)) & 0xFFFF for value in numbers]
    tail = data[HEAD + 2 * count:]
    return b"".join((b"YOMIPACK", struct.pack("<III", HEAD, count, len(tail)), data[:HEAD],
                     bytes(value & 255 for value in zigzag), bytes(value >> 8 for value in zigzag), tail))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        packed = gzip.compress(pack(Path(sys.argv[1]).read_bytes()), 9, mtime=0)
        Path(sys.argv[2]).write_bytes(packed)
    except (OSError, ValueError) as error:
        sys.exit(f"pack_weights.py: {error}")
    print(f"{sys.argv[2]}: {len(packed)} bytes")


main()
