# ===- mutate.py - Runs commands on logs that were damaged at random ------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   mutate.py ALLOCSITE SCRATCH LOG…
#
# The exit code must be 0 or 1, with a message that names the file for 1.

import random
import subprocess
import sys

allocsite, scratch, *logs = sys.argv[1:]
random.seed(20)
pieces = [b'"', b'""', b",", b"\n", b"\r\n", b"\0", b"\xff", b"-", b"9" * 30, b"(", b"<"]
seen = {0: 0, 1: 0}
for round in range(300):
    with open(logs[round % len(logs)], "rb") as file:
        text = bytearray(file.read())
    for _ in range(random.choice([1, 1, 2, 8])):
        at = random.randrange(len(text) + 1)
        change = random.randrange(4)
        if change == 0:
            text[at:at] = random.choice(pieces)
        elif change == 1:
            del text[at : at + random.choice([1, 1, 5, 100])]
        elif change == 2:
            text[at : at + 1] = bytes([random.randrange(256)])
        elif random.randrange(4) == 0:
            del text[at:]
    with open(scratch, "wb") as file:
        file.write(text)
    by = random.choice(["site", "pc0", "chain", "allocator", "size"])
    command = random.choice(
        [
            ["report", "--by", by, scratch],
            ["report", "--by", "function", "--format", "json", scratch],
            ["report", "--format", "markdown", "--where", "bytes > 1 or type ~ '*'", scratch],
            ["diff", logs[0], scratch],
            ["diff", scratch, logs[0], "--by", by if by in ("site", "chain") else "file"],
            ["tree", "--bottom-up", "--min-share", "0", scratch],
            ["merge", "-o", "-", scratch],
            ["annotate", "--remarks", scratch],
        ]
    )
    run = subprocess.run([allocsite] + command, capture_output=True, timeout=20)
    if run.returncode not in seen or (
        run.returncode == 1 and scratch.encode() not in run.stderr
    ):
        sys.exit("round %d: exit code %d: %s" % (round, run.returncode, run.stderr))
    seen[run.returncode] += 1
if not all(seen.values()):
    sys.exit("nothing was tested: %s" % seen)
