#!/usr/bin/env python3
"""pack_zip.py FOLDER ZIP: the folder under its own name, with the same bytes each time: in the order of names, and all of
the date SOURCE_DATE_EPOCH."""
import os
import pathlib
import sys
import time
import zipfile

folder, target = map(pathlib.Path, sys.argv[1:3])
date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        entry = zipfile.ZipInfo(str(pathlib.PurePosixPath(folder.name, path.relative_to(folder))), date)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.create_system = 3
        entry.external_attr = (0o755 if path.suffix == ".exe" else 0o644) << 16
        archive.writestr(entry, path.read_bytes())
