#!/usr/bin/env python3
"""zip_folder.py FOLDER OUT.zip: packs a folder under its own name, with the same bytes each time."""
import sys
import zipfile
from pathlib import Path

folder, out = Path(sys.argv[1]), Path(sys.argv[2])
with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        entry = zipfile.ZipInfo(str(Path(folder.name) / path.relative_to(folder)), (1980, 1, 1, 0, 0, 0))
        entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
        archive.writestr(entry, path.read_bytes())
print(out)
