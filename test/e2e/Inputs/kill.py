#!/usr/bin/env python3
# ===- kill.py - Kills a program and compares what is recovered ------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   kill.py ALLOCSITE PROGRAM DIRECTORY TIMES
#
# The program keeps its own counters in the file that it is given: 64-bit words,
# [thread][size].

import array
import csv
import os
import random
import subprocess
import sys
import time

allocsite, program, directory, times = sys.argv[1:]
THREADS, SIZES = 4, 3000
seed = int(os.environ.get("ALLOCSITE_TEST_SEED", random.randrange(1 << 30)))
random.seed(seed)
counters = os.path.join(directory, "counters")
log = os.path.join(directory, "log.csv")
environment = dict(os.environ, SKIP_HEAP_PROFILE="1", TMPDIR=directory)
environment["ALLOCSITE_OPTIONS"] = "output=%s/not-written.csv" % directory
largest = 0

for round in range(int(times)):
    with open(counters, "wb") as file:
        file.write(bytes(8 * THREADS * SIZES))
    child = subprocess.Popen([program, counters], env=environment, stderr=subprocess.DEVNULL)
    # Mostly in the first milliseconds, where tables are made and grow.
    time.sleep(random.choice([0.004, 0.02, 0.1]) * random.random() + 0.002)
    child.kill()
    child.wait()

    truth = array.array("Q")
    with open(counters, "rb") as file:
        truth.frombytes(file.read())
    by_size = [sum(truth[size::SIZES]) for size in range(SIZES)]
    profiles = [name for name in os.listdir(directory) if name.endswith(".asprof")]
    recovered = [0] * SIZES
    if profiles:
        run = subprocess.run(
            [allocsite, "recover", os.path.join(directory, profiles[0]), "-o", log],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        # Killed while the profile was made: then nothing was counted.
        if run.returncode and "an empty profile" not in run.stderr:
            sys.exit("seed %d, round %d: %s" % (seed, round, run.stderr))
        if run.returncode == 0:
            with open(log, newline="") as file:
                for row in csv.DictReader(file):
                    recovered[int(row["bytes allocated"])] += int(row["call count"])
        for name in profiles:
            os.unlink(os.path.join(directory, name))
    differences = [a - b for a, b in zip(recovered, by_size)]
    # The program counts after the profiler: at most one each is ahead.
    if sum(differences) > THREADS or min(differences) < 0:
        sys.exit(
            "seed %d, round %d: %d counted, %d recovered, sizes off: %s"
            % (
                seed,
                round,
                sum(by_size),
                sum(recovered),
                [(s, d) for s, d in enumerate(differences) if d][:20],
            )
        )
    largest = max(largest, sum(recovered))
if largest < 10000:
    sys.exit("nothing was tested: at most %d allocations" % largest)
print("seed %d: up to %d allocations, none lost" % (seed, largest))
