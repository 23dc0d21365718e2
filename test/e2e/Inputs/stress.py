# ===- stress.py - Profiles of a program that knows its own truth ----------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: stress.py --runs N PROGRAM LIBRARY

Runs PROGRAM, which prints "calls bytes", N times with profiling on. Its CSV must add
up to that, those of its children to five calls of 1000 … 1004 bytes, and no profile
may stay behind.
"""

import argparse
import csv
import glob
import os
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser()
parser.add_argument("--runs", type=int, required=True)
parser.add_argument("program")
parser.add_argument("library")
options = parser.parse_args()


def total(path):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    return tuple(
        sum(int(row[column]) for row in rows)
        for column in ("call count", "total bytes")
    )


for run in range(options.runs):
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(
            os.environ,
            SKIP_HEAP_PROFILE="1",
            TMPDIR=folder,
            ALLOCSITE_OPTIONS="output=%s/log.csv" % folder,
        )
        done = subprocess.run(
            [options.program, options.library],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
        )
        if done.returncode:
            sys.exit("run %d: exit %d\n%s" % (run, done.returncode, done.stderr))
        truth = tuple(map(int, done.stdout.split()))
        counted = total(folder + "/log.csv")
        if counted != truth:
            sys.exit("run %d: counted %s, truth %s" % (run, counted, truth))
        children = glob.glob(folder + "/log-*.csv")
        if not children:
            sys.exit("run %d: no child has written" % run)
        for child in children:
            if total(child) != (5, 5010):
                sys.exit("run %d: %s counted %s" % (run, child, total(child)))
        left = glob.glob(folder + "/allocsite-*.asprof")
        if left:
            sys.exit("run %d: left behind: %s" % (run, left))
print("%d runs: %d calls, %d children each" % (options.runs, truth[0], len(children)))
