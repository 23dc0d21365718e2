# ===- docs.py - Runs the examples of a page ------------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   docs.py ALLOCSITE PAGE
#
# An example is an indented line `$ allocsite report …`, or another of COMMANDS, with all that it prints, the commentary first,
# on the lines after it. It runs in the current directory.

import shlex
import subprocess
import sys

COMMANDS = ["report", "sites", "diff", "trend", "tree", "graph"]

allocsite, page = sys.argv[1:]
with open(page, encoding="utf-8") as file:
    lines = file.read().split("\n")
examples = 0
for number, line in enumerate(lines):
    if not line.startswith(tuple(f"    $ allocsite {word} " for word in COMMANDS)):
        continue
    examples += 1
    arguments = shlex.split(line)[2:]
    run = subprocess.run(
        [allocsite] + arguments, capture_output=True, encoding="utf-8", check=True
    )
    expected = (run.stderr + run.stdout).splitlines()
    actual = [each[4:] for each in lines[number + 1 : number + 1 + len(expected)]]
    if actual != expected:
        sys.exit("%s:%d: prints now:\n%s" % (page, number + 1, "\n".join(expected)))
if not examples:
    sys.exit("%s: only %d examples found" % (page, examples))
