# ===- sums.py - Calls of each size, one line a profile -------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: sums.py PATTERN

Prints `total SIZE:CALLS SIZE:CALLS ...` for each CSV that matches, by size: what
a program that gives each kind of allocation a size of its own can say of itself.
"""

import collections
import csv
import glob
import sys

for path in glob.glob(sys.argv[1]):
    calls = collections.Counter()
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            calls[int(row["bytes allocated"])] += int(row["call count"])
    print(sum(calls.values()), *("%d:%d" % each for each in sorted(calls.items())))
