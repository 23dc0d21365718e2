# ===- while_main_exits.py - Profiles written while threads count ---------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: while_main_exits.py --runs N PROGRAM HOW

PROGRAM prints "made CALLS" in its last exit handler. Its profile must hold as many
calls; where HOW is not "return" nobody else runs then, and no more.
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser()
parser.add_argument("--runs", type=int, required=True)
parser.add_argument("program")
parser.add_argument("how")
options = parser.parse_args()

for run in range(options.runs):
    with tempfile.TemporaryDirectory() as folder:
        log = folder + "/log.csv"
        done = subprocess.run(
            [options.program, options.how],
            env=dict(
                os.environ,
                SKIP_HEAP_PROFILE="1",
                ALLOCSITE_OPTIONS="verbosity=0:output=" + log,
            ),
            stdout=subprocess.PIPE,
            text=True,
            timeout=60,
        )
        if done.returncode:
            sys.exit("run %d: exit %d" % (run, done.returncode))
        made = int(done.stdout.split()[1])
        with open(log, newline="") as file:
            rows = list(csv.DictReader(file))
        counted = sum(int(row["call count"]) for row in rows)
        strange = {row["pc0"] for row in rows} - {"leaf(int)"}
        if strange:
            sys.exit("run %d: allocations in %s" % (run, strange))
        if counted < made or (options.how != "return" and counted != made):
            sys.exit("run %d: counted %d, made %d" % (run, counted, made))
        if sorted(os.listdir(folder)) != ["log.asprof", "log.csv"]:  # the log and its companion
            sys.exit("run %d: left behind: %s" % (run, os.listdir(folder)))
