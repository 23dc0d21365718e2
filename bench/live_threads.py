#!/usr/bin/env python3
# ===- live_threads.py - What live memory costs with more threads ---------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: live_threads.py [--llvm N] [--build DIR] [--blocks N] [--rounds N]

Prints the processor time of a block that is allocated and freed by 1 to 16 threads, which share
out the same work: of the plain program, with counting, and with live=1, its start and end included.
Each figure is the median of rounds that are interleaved.
"""

import argparse
import os
import resource
import statistics
import subprocess
import tempfile

import build
import works

SOURCE = os.path.join(works.WORKS, "growth", "live_threads.cpp")
THREADS = (1, 2, 4, 8, 16)


def seconds(program, threads, blocks, options):
    """User and system time of one run."""
    environment = dict(os.environ)
    if options:
        environment.update(SKIP_HEAP_PROFILE="1", ALLOCSITE_OPTIONS=options)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, str(threads), str(blocks)], env=environment, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llvm", default="19")
    parser.add_argument("--build", default=os.path.join(works.SOURCE, "build"))
    parser.add_argument("--blocks", type=int, default=20_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    tools = build.find_toolchain(given.llvm, given.build)
    with tempfile.TemporaryDirectory() as folder:
        plain, live = (os.path.join(folder, name) for name in ("plain", "live"))
        for program, plugin in ((plain, ()), (live, ("-fpass-plugin=" + tools.plugin,))):
            subprocess.run(
                [tools.clangxx, "-std=c++17", "-O2", "-pthread", *plugin, SOURCE, "-o", program],
                env=dict(os.environ, ALLOCSITE_PASS_OPTIONS="live=1"),
                check=True,
            )
        log = "output=" + os.path.join(folder, "log.csv")
        runs = ((plain, None), (live, log), (live, log + ":live=heap"))
        print("| threads | plain | counting | `live=heap` | to plain |")
        print("|---:|---:|---:|---:|---:|")
        for threads in THREADS:
            taken = [[] for _ in runs]
            for _ in range(given.rounds):
                for to, (program, options) in zip(taken, runs):
                    to.append(seconds(program, threads, given.blocks, options) / given.blocks * 1e9)
            times = [statistics.median(each) for each in taken]
            cells = ["%.1f ns" % each for each in times]
            print("| %d | %s | %.2f |" % (threads, " | ".join(cells), times[2] / times[0]), flush=True)


if __name__ == "__main__":
    main()
