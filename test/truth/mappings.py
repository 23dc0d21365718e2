"""Compares the mappings of a log with what the program that made them has written of them.

    mappings.py LOG TRUTH [--peak]

See Inputs/whole/mappings.c. With --peak, of a program with one thread, also the peak.
"""

import csv
import sys

COLUMNS = ["call count", "total bytes", "live bytes", "resident bytes"]

with open(sys.argv[2], encoding="ascii") as file:
    truth = {words[0]: [int(word) for word in words[1:]] for words in map(str.split, file)}
(peak,) = truth.pop("peak")
have = {name: [0] * len(COLUMNS) for name in truth}
have_peak = 0
with open(sys.argv[1], encoding="utf-8") as file:
    for row in csv.DictReader(file):
        if row["allocator"] not in ("mmap", "mremap"):
            continue
        assert row["through"] == "-", row
        for at, column in enumerate(COLUMNS):
            have[row["pc0"]][at] += int(row[column])
        have_peak += int(row["peak bytes"])
if have != truth or not all(numbers[0] > 50 for numbers in truth.values()):
    sys.exit("%s: %s, and the program has %s" % (COLUMNS, have, truth))
if "--peak" in sys.argv and have_peak != peak:
    sys.exit("peak %d, and the program has %d" % (have_peak, peak))
