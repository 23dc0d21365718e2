"""Compares a program's own count of its allocations with its profile.

counts.py OUTPUT CSV: each line of OUTPUT is `allocator calls bytes`; the CSV must hold
the same for these allocators.
"""

import csv
import sys

output, log = sys.argv[1:]
own = {}
for line in open(output):
    name, calls, size = line.split()
    own[name] = (int(calls), int(size))
seen = {name: (0, 0) for name in own}
for row in csv.DictReader(open(log)):
    if row["allocator"] in seen:
        calls, size = seen[row["allocator"]]
        seen[row["allocator"]] = (
            calls + int(row["call count"]),
            size + int(row["total bytes"]),
        )
if own != seen or not own:
    sys.exit("the program says %s, its profile %s" % (own, seen))
