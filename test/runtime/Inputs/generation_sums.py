"""usage: generation_sums.py LOG TABLE [sampled]

Checks that the generations of each row of LOG, as the text of its table `generations` in TABLE has
them, add up to the live count and live bytes of the row, and that rows come in order. Prints for
each generation its number, its mark, and what of it is alive."""

import collections
import csv
import sys

log = list(csv.DictReader(open(sys.argv[1])))
table = list(csv.DictReader(open(sys.argv[2])))
keys = [tuple(int(line[name]) for name in ("row", "frame", "generation")) for line in table]
assert keys == sorted(set(keys)), "they are sorted, and each is there once"
for name in "live count", "live bytes":
    found = collections.Counter()
    for line in table:
        assert int(line[name]) > 0 or (sys.argv[3:] and int(line["live bytes"]) > 0), line
        found[int(line["row"])] += int(line[name])
    for number, row in enumerate(log, 1):
        assert int(row[name] or 0) == found[number], (number, name, row, found[number])
sums = collections.Counter()
marks = {}
for line in table:
    generation = int(line["generation"])
    assert marks.setdefault(generation, (line["mark"], line["seconds"])) == (line["mark"], line["seconds"])
    sums[generation, "live count"] += int(line["live count"])
    sums[generation, "live bytes"] += int(line["live bytes"])
seconds = [float(marks[generation][1]) for generation in sorted(marks)]
assert seconds == sorted(seconds) and (0 not in marks or seconds[0] == 0)
for generation in sorted(marks):
    print(generation, marks[generation][0] or "-", sums[generation, "live count"], sums[generation, "live bytes"])
