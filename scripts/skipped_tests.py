#!/usr/bin/env python3
"""Names and reasons of the tests that ctest skipped: skipped_tests.py JUNIT.XML. One line each: name, tab, reason."""
import re
import sys
import xml.etree.ElementTree as tree

for case in tree.parse(sys.argv[1]).iter("testcase"):
    if case.find("skipped") is not None:
        said = re.findall(r"^skipped: (.*)$", case.findtext("system-out") or "", re.M)
        print(case.get("name"), said[-1] if said else "it does not say why", sep="\t")
