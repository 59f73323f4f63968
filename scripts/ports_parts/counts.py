#!/usr/bin/env python3
"""counts.py JUNIT: how many tests ran, passed, failed and were skipped, and of the last two kinds which and why."""
import sys
import xml.etree.ElementTree as tree

cases = tree.parse(sys.argv[1]).getroot().findall(".//testcase")
failed, skipped = [], []
for case in cases:
    said = (case.findtext("system-out") or "").strip().splitlines()
    if case.get("status") == "fail":
        failed.append(case.get("name"))
    elif case.get("status") in ("notrun", "disabled") or case.find("skipped") is not None:
        skipped.append((case.get("name"), said[-1].removeprefix("skipped: ") if said else "its program is not built for this system"))
print(f"tests: {len(cases)}, passed {len(cases) - len(failed) - len(skipped)}, failed {len(failed)}, skipped {len(skipped)}")
for name in failed:
    print(f"  failed: {name}")
for name, reason in skipped:
    print(f"  skipped: {name}: {reason}")
