# ===- sample.py - Are estimates right on average? -------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: sample.py PROGRAM DIRECTORY SAMPLE

Runs the program once with all blocks followed, and a hundred times with sample=SAMPLE and another
seed each. The calls have to be the same in all. Of live, peak, freed and reallocated blocks the
average has to be within three standard deviations (of an average of a hundred) of the exact
number, and no farther off than 10 %; and the runs must differ.
"""

import csv
import math
import os
import subprocess
import sys

program, directory, sample = sys.argv[1:]
COLUMNS = ["call count", "live bytes", "peak bytes", "live count", "freed count", "moved count",
           "copied bytes"]


def run(options):
    log = os.path.join(directory, "log.csv")
    environment = dict(os.environ, SKIP_HEAP_PROFILE="1",
                       ALLOCSITE_OPTIONS="verbosity=0:coverage=0:live=1:output=%s%s" % (log, options))
    subprocess.run([program], env=environment, check=True)
    with open(log, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert all(("estimated from count" in row) == bool(options) for row in rows)
    return [sum(int(row[column] or 0) for row in rows) for column in COLUMNS]


exact = run("")
runs = [run(":sample=%s:sample-seed=%d" % (sample, seed)) for seed in range(1, 101)]
for at, column in enumerate(COLUMNS):
    values = [each[at] for each in runs]
    if column == "call count":
        assert set(values) == {exact[at]}, (column, exact[at], set(values))
        continue
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((each - mean) ** 2 for each in values) / (len(values) - 1))
    bound = 3 * deviation / math.sqrt(len(values))
    print("%s: exact %d, mean %.0f, bound %.0f" % (column, exact[at], mean, bound))
    assert deviation > 0, column
    # The peak of an estimate is above what it is an estimate of: it is a maximum of noise.
    if column != "peak bytes":
        assert abs(mean - exact[at]) <= bound, (column, exact[at], mean, bound)
    assert bound < 0.1 * exact[at] and abs(mean - exact[at]) < 0.1 * exact[at], (column, mean)
