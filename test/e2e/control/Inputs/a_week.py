# ===- a_week.py - What the kept logs of a-week.c say -----------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   a_week.py trend JSON FIRST LAST         the logs are in order, the times of each process a minute
#                                           apart
#   a_week.py gathered DIRECTORY LOG LOG    snapshots are a minute apart, and differences of
#                                           each process add up to the last log of it

import collections
import csv
import io
import json
import pathlib
import re
import subprocess
import sys


def trend(answer, first, last):
    logs = json.load(open(answer))["logs"]
    numbers = [int(re.search(r"-(\d+)\.csv", each["file"])[1]) for each in logs]
    assert numbers == list(range(int(first), int(last) + 1)), numbers
    steps = collections.Counter(b["time"] - a["time"] for a, b in zip(logs, logs[1:]))
    # One step leads to the second process.
    assert steps[60] == len(logs) - 2, steps


def gathered(directory, *logs):
    sums = collections.defaultdict(collections.Counter)
    times = collections.defaultdict(set)
    for part in pathlib.Path(directory).rglob("part-*.csv.zst"):
        text = subprocess.run(["zstd", "-dc", str(part)], stdout=subprocess.PIPE, check=True).stdout
        for row in csv.DictReader(io.StringIO(text.decode())):
            sums[row["run_id"]][row["function"]] += int(row["calls_delta"])
            times[row["run_id"]].add((int(row["sequence"]), float(row["time"])))
    for of in times.values():
        of = sorted(of)
        assert all(b[1] - a[1] == 60 for a, b in zip(of, of[1:])), of
    wanted = []
    for log in logs:
        wanted.append(collections.Counter())
        for row in csv.DictReader(open(log)):
            wanted[-1][row["pc0"]] += int(row["call count"])
    by_size = lambda of: sorted(of, key=lambda each: each["session"])
    assert by_size(sums.values()) == by_size(wanted), (sums, wanted)
    assert all(len(each) >= 4 for each in wanted), wanted


{"trend": trend, "gathered": gathered}[sys.argv[1]](*sys.argv[2:])
