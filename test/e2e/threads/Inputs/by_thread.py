"""usage: by_thread.py LOG THREADS: the rows of its threads add up to its own"""

import csv
import sys
from collections import Counter

both = []
for name in sys.argv[1:]:
    sums = Counter()
    for row in csv.DictReader(open(name, newline="")):
        key = tuple(row[c] for c in ("pc0", "pc1", "pc2", "pc3", "bytes allocated", "site"))
        sums[key] += int(row["call count"])
    both.append(+sums)
assert both[0] and both[0] == both[1], (both[0] - both[1], both[1] - both[0])
