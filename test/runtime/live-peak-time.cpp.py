"""usage: live-peak-time.cpp.py RUN early|late

Checks that the peak was before the sleep of 0.6 seconds, or behind it."""

import json
import sys

run = json.load(open(sys.argv[1]))
behind = run["seconds"] - run["peak seconds"]
assert 0 <= run["peak seconds"] <= run["seconds"], run
assert behind > 0.5 if sys.argv[2] == "early" else run["peak seconds"] > 0.5, run
