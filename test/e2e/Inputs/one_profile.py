#!/usr/bin/env python3
# ===- one_profile.py - What one process has written -----------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: one_profile.py PROGRAM ARG…

Runs PROGRAM with profiling on in a directory of its own. Prints how many runtimes
said hello, how many profiles and CSVs there are, and then `pc0=calls` of each row.
"""

import csv
import glob
import os
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    environment = dict(
        os.environ,
        SKIP_HEAP_PROFILE="1",
        TMPDIR=folder,
        ALLOCSITE_OPTIONS="whole=0:keep-profile=1:output=%s/log-%%n.csv" % folder,
    )
    done = subprocess.run(
        sys.argv[1:], env=environment, stderr=subprocess.PIPE, text=True, timeout=60
    )
    if done.returncode:
        sys.exit("exit %d\n%s" % (done.returncode, done.stderr))
    logs = glob.glob(folder + "/*.csv")
    said = done.stderr.count("heap profiler: enabled!")
    print(said, len(glob.glob(folder + "/allocsite-*.asprof")), len(logs), end=":")
    calls = {}
    for log in logs:
        with open(log, newline="") as file:
            for row in csv.DictReader(file):
                name = row["pc0"].split("(")[0]
                calls[name] = calls.get(name, 0) + int(row["call count"])
    print("".join(" %s=%d" % each for each in sorted(calls.items())))
