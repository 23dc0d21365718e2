# ===- many.py - Merges a log many times and holds its memory -------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: many.py LOG COUNT OUTPUT ALLOCSITE

Merges LOG COUNT times. Every number must be COUNT times as large, and the memory at most twice
that of two files.
"""

import csv
import os
import subprocess
import sys

log, count, output, allocsite = sys.argv[1:]
count = int(count)
# AddressSanitizer keeps what was freed for a while, which is not the command's memory.
os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"


def merge(times):
    process = subprocess.Popen([allocsite, "merge", "-o", output] + [log] * times)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, status
    return usage.ru_maxrss


def calls(path):
    with open(path, encoding="utf-8", newline="") as file:
        return sum(int(row["call count"]) for row in csv.DictReader(file))


few = merge(2)
many = merge(count)
assert calls(output) == count * calls(log)
assert many < 2 * few, "%d KiB for %d files, %d KiB for two" % (many, count, few)
