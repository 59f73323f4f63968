#!/usr/bin/env python3
"""Every relative link of the documentation leads to something: check_docs.py ROOT"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
assert len(pages) > 20, pages
dead = [f"{page.relative_to(ROOT)}: {link}" for page in pages
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
        if "://" not in link and not (page.parent / link).exists()]
print("\n".join(dead) or f"{len(pages)} pages, no dead link")
sys.exit(bool(dead))
