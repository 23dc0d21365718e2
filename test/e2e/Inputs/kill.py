#!/usr/bin/env python3
# ===- kill.py - Kills a program and compares what is recovered ------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   kill.py ALLOCSITE PROGRAM DIRECTORY TIMES [PENDING]
#
# Goes on until half of TIMES were killed when they had counted something: a slow machine, or a
# sanitizer, spends most of a round in the start of the program.
# PENDING allocations of the size under way may be missing.
# The program keeps its own counters in the file that it is given: 64-bit words,
# for each worker 1 + the size under way and then the count of each of its sizes.

import array
import csv
import mmap
import os
import random
import subprocess
import sys
import time

allocsite, program, directory, times, pending = (sys.argv[1:] + ["0"])[:5]
WORKERS, SIZES = 32, 2048
BYTES = 8 * WORKERS * (1 + SIZES)
seed = int(os.environ.get("ALLOCSITE_TEST_SEED", random.randrange(1 << 30)))
random.seed(seed)
counters = os.path.join(directory, "counters")
log = os.path.join(directory, "log.csv")
environment = dict(os.environ, SKIP_HEAP_PROFILE="1", TMPDIR=directory)
environment["ALLOCSITE_OPTIONS"] = "output=%s/not-written.csv" % directory
largest = 0
killed = under_way = 0


def fail(round, what):
    sys.exit("seed %d, round %d: %s" % (seed, round, what))


def run_and_kill():
    """The counters of a program that was killed."""
    with open(counters, "wb") as file:
        file.truncate(BYTES)
    with open(counters, "r+b") as file, mmap.mmap(file.fileno(), BYTES) as shared:
        child = subprocess.Popen(
            [program, counters], env=environment, stderr=subprocess.DEVNULL
        )
        # While tables are made and grow, or when all threads run; whatever else the
        # machine does.
        first = random.choice([None, 0, 0, WORKERS - 1, WORKERS - 1])
        while first is not None and not shared[8 * first * (1 + SIZES)]:
            if child.poll() is not None:
                break
            time.sleep(0.0002)
        longest = {None: 0.02, 0: random.choice([0.002, 0.01]), WORKERS - 1: 0.05}
        time.sleep(longest[first] * random.random())
        child.kill()
        if child.wait() != -9:
            sys.exit("the program ended by itself: %d" % child.returncode)
        return array.array("Q", shared[:])


def recover(round):
    """Counts by size."""
    recovered = [0] * (WORKERS * SIZES)
    # Beside the log of the round before lies its companion.
    profiles = [name for name in os.listdir(directory) if name.endswith(".asprof") and name != "log.asprof"]
    if len(profiles) > 1:
        fail(round, "more than one profile: %s" % profiles)
    for name in profiles:
        path = os.path.join(directory, name)
        run = subprocess.run(
            [allocsite, "recover", path, "-o", log],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        # Killed while the profile was made: then nothing was counted.
        if run.returncode and "an empty profile" not in run.stderr:
            fail(round, run.stderr)
        if run.returncode == 0:
            with open(log, newline="") as file:
                rows = csv.reader(file)
                next(rows)
                for row in rows:
                    recovered[int(row[4])] += int(row[5])
        os.unlink(path)
    return recovered


round = 0
while round < int(times) or (killed < int(times) / 2 and round < 10 * int(times)):
    truth = run_and_kill()
    recovered = recover(round)
    for worker in range(WORKERS):
        own = truth[worker * (1 + SIZES) :][: 1 + SIZES]
        counted = own[1:].tolist()
        found = recovered[worker * SIZES :][:SIZES]
        # The program counts after the profiler.
        now = own[0] - 1
        if now >= 0 and -int(pending) <= found[now] - counted[now] <= 1:
            under_way += found[now] != counted[now]
            counted[now] = found[now]
        if found != counted:
            off = [(s, f - c) for s, (f, c) in enumerate(zip(found, counted)) if f != c]
            fail(
                round,
                "worker %d: %d counted, %d recovered, (size, difference) %s, size %d"
                " under way" % (worker, sum(counted), sum(found), off[:20], now),
            )
    killed += sum(recovered) > 0
    largest = max(largest, sum(recovered))
    round += 1
if killed < int(times) / 2:
    sys.exit("nothing was tested: %d profiles" % killed)
print(
    "seed %d: %d of %d killed when they had counted, up to %d allocations, none lost,"
    " %d under way" % (seed, killed, round, largest, under_way)
)
