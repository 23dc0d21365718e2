"""usage: live-peak-time.cpp.py RUN early|late

Checks that the peak was in the first half of a run, or in the second. The program has printed how long it
was from its beginning to the second half, and from the first half to its end."""

import json
import sys

run = json.load(open(sys.argv[1]))
first, second = map(float, open(sys.argv[1].replace(".json", ".times")).read().split())
TICK = 0.05  # of the clock, and more
peak, end = run["peak seconds"], run["seconds"]
assert 0 <= peak <= end, run
assert end - peak > second - TICK if sys.argv[2] == "early" else peak > first - TICK, (run, first, second)
