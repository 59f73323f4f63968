#!/usr/bin/env python3
"""check_dll.py OBJDUMP DLL PROJECT: yomi.dll shows the functions of yomi.h and nothing else, among them all that the package
for Python asks for, and needs no library but those that every Windows has."""
import pathlib
import re
import subprocess
import sys

SYSTEM = {"kernel32.dll", "msvcrt.dll", "advapi32.dll", "bcrypt.dll", "user32.dll", "shell32.dll", "ws2_32.dll", "psapi.dll"}
objdump, dll, project = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
text = subprocess.run([objdump, "-p", dll], capture_output=True, text=True, check=True).stdout
shown = set(re.findall(r"^\s*\[ *\d+\] (?:\+base\[ *\d+\] +[0-9a-f]+ )?([A-Za-z_]\w*)$", text, re.MULTILINE))
header = (project / "include/yomi.h").read_text(encoding="utf-8")
wanted = set(re.findall(r"^[a-z].*[ *](yomi_[a-z_]+)\(", header, re.MULTILINE))
asked = set(re.findall(r'^    "(yomi_\w+)": \(', (project / "python/yomi/_library.py").read_text(encoding="utf-8"), re.MULTILINE))
needed = {name.lower() for name in re.findall(r"DLL Name: (\S+)", text)}
assert len(wanted) > 30 and len(asked) > 20 and needed, "the names were not found"
assert shown == wanted, f"shown and not in yomi.h: {sorted(shown - wanted)[:5]}; in yomi.h and not shown: {sorted(wanted - shown)}"
assert asked <= shown, sorted(asked - shown)
assert needed <= SYSTEM, f"needs {sorted(needed - SYSTEM)}"
print(f"yomi.dll shows the {len(shown)} functions of yomi.h and needs {', '.join(sorted(needed))}")
