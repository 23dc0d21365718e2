#!/usr/bin/env python3
# ===- live_random.py - Live memory against what programs know of it --------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: live_random.py truth LOG TRUTH
       live_random.py valgrind LOG XML FUNCTION...

truth: rows of live_random.cpp, or of live_threads.cpp, which knows the first three columns, are
by line and size what the program wrote of itself.
valgrind: of each function, as many blocks and bytes are alive as valgrind found at exit.
"""

import csv
import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict


def rows_of(log):
    with open(log, newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def truth(log, path):
    columns = (
        *("call count", "live count", "freed count", "temporary count", "peak bytes"),
        *("resized in place count", "moved count", "copied bytes"),
        *("lifetime bytes", "longest lifetime bytes"),
        *("freed within 1 KiB count", "freed within 32 KiB count", "freed within 1 MiB count"),
        "own peak bytes",
    )
    largest = "longest lifetime bytes", "own peak bytes"
    found = defaultdict(lambda: [0] * len(columns))
    for row in rows_of(log):
        place = row["site"].split(":")
        if not place[0].endswith(("live_random.cpp", "live_threads.cpp")):
            continue
        key = int(place[1]), int(row["bytes allocated"])
        for i, column in enumerate(columns):
            value = int(row.get(column, 0))
            found[key][i] = max(found[key][i], value) if column in largest else found[key][i] + value
    expected = {}
    for line in open(path, encoding="utf-8"):
        place, size, *numbers = map(int, line.split())
        expected[place, size] = numbers
    assert len(expected) >= 64, len(expected)
    wrong = [(k, found[k], e) for k, e in sorted(expected.items()) if found[k][: len(e)] != e]
    for key, is_, should in wrong[:20]:
        print("line %d, %d bytes: %s, expected %s" % (*key, is_, should))
    return len(wrong)


def valgrind(log, path, functions):
    """By the innermost of the functions in each stack."""
    expected = defaultdict(lambda: [0, 0])
    for error in ElementTree.parse(path).getroot().iter("error"):
        if not error.findtext("kind").startswith("Leak_"):
            continue
        what = error.find("xwhat")
        names = [f.findtext("fn", "").split("(")[0] for f in error.find("stack").iter("frame")]
        name = next((n for n in names if n in functions), None)
        if name:
            expected[name][0] += int(what.findtext("leakedblocks"))
            expected[name][1] += int(what.findtext("leakedbytes"))
    found = defaultdict(lambda: [0, 0])
    for row in rows_of(log):
        name = row["pc0"].split("(")[0]
        if name in functions and int(row["live count"]):
            found[name][0] += int(row["live count"])
            found[name][1] += int(row["live bytes"])
    assert sum(blocks for blocks, _ in expected.values()) > 20, dict(expected)
    if expected != found:
        print("valgrind: %s\nprofile:  %s" % (dict(expected), dict(found)))
    return expected != found


if __name__ == "__main__":
    if sys.argv[1] == "truth":
        sys.exit(bool(truth(*sys.argv[2:])))
    sys.exit(bool(valgrind(sys.argv[2], sys.argv[3], sys.argv[4:])))
