"""usage: live-signal.cpp.py LOG ROUNDS HANDLED"""

import csv
import sys

rounds, handled = map(int, sys.argv[2:])
main = handler = 0
for row in csv.DictReader(open(sys.argv[1])):
    calls, live, freed = (int(row[c]) for c in ("call count", "live count", "freed count"))
    assert calls == live + freed, row
    if int(row["site"].split(":")[1]) > 20:
        handler += calls
    else:
        main += calls
assert main == 2 * rounds + 3, (main, rounds)
assert handler == 4 * handled, (handler, handled)
