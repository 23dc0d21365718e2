# ===- same_as_valgrind.py - Holds a log against valgrind's count ----------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: same_as_valgrind.py LOG OUTPUT

Compares the calls and bytes of LOG, a CSV, with what valgrind wrote of a run of the same
program. Exits 1 if they differ.
"""

import csv
import re
import sys

log, output = sys.argv[1:]
with open(log, encoding="utf-8") as rows:
    rows = [row for row in csv.DictReader(rows) if "(failed)" not in row["allocator"]]
ours = [sum(int(row[column]) for row in rows) for column in ("call count", "total bytes")]
with open(output, encoding="utf-8") as text:
    found = re.search(r"total heap usage: ([\d,]+) allocs, [\d,]+ frees, ([\d,]+) bytes", text.read())
theirs = [int(number.replace(",", "")) for number in found.groups()]
print("%d calls, %d bytes; valgrind: %d calls, %d bytes" % (*ours, *theirs))
sys.exit(ours != theirs or not theirs[0])
