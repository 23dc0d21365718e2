#!/usr/bin/env python3
# ===- mutate_profile.py - Damages profiles and recovers them --------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   mutate_profile.py ALLOCSITE SCRATCH PROFILE…
#
# The exit code must be 0 or 1, with a message that names the file for 1.

import random
import struct
import subprocess
import sys

allocsite, scratch, *profiles = sys.argv[1:]
random.seed(21)
WORDS = [0, 1, 7, 63, 64, 65, 4095, 1 << 20, 1 << 31, (1 << 32) - 1, 1 << 40]
WORDS += [1 << 62, 1 << 63, (1 << 64) - 1, (1 << 64) - 64]
seen = {0: 0, 1: 0}


def recover(name):
    run = subprocess.run(
        [allocsite, "recover", scratch, "-o", scratch + ".csv"],
        capture_output=True,
        timeout=20,
    )
    if run.returncode not in seen or (
        run.returncode == 1 and scratch.encode() not in run.stderr
    ):
        sys.exit("%s: exit code %d: %s" % (name, run.returncode, run.stderr))
    seen[run.returncode] += 1


for round in range(300):
    with open(profiles[round % len(profiles)], "rb") as file:
        text = bytearray(file.read())
    used = [at for at in range(0, len(text) - 8, 8) if any(text[at : at + 8])]
    for _ in range(random.choice([1, 1, 2, 8])):
        # Headers of file, chunks, modules and threads more often than counters.
        at = random.choice(used[: random.choice([12, 60, 400, len(used)])])
        change = random.randrange(6)
        if change == 0:
            text[at : at + 8] = struct.pack("<Q", random.choice(WORDS))
        elif change == 1:
            text[at : at + 4] = struct.pack("<I", random.choice(WORDS) & 0xFFFFFFFF)
        elif change == 2:
            text[at + random.randrange(8)] ^= 1 << random.randrange(8)
        elif change == 3:
            text[at : at + 8] = struct.pack("<Q", random.randrange(len(text)))
        elif change == 4:
            text[at : at + 8] = text[(o := random.choice(used)) : o + 8]
        elif random.randrange(4) == 0:
            del text[at:]
            break
    with open(scratch, "wb") as file:
        file.write(text)
    recover("round %d" % round)

# A file that is nearly all hole: large in name, small on disk.
with open(profiles[0], "rb") as file:
    text = bytearray(file.read())
chunk = struct.unpack_from("<I", text, 12)[0]
for kind in (1, 2, 3):
    # All that follows is one chunk of this kind, of 2^43 bytes.
    struct.pack_into("<IIQQ", text, chunk, kind, 1, 1 << 43, 1 << 43)
    with open(scratch, "wb") as file:
        file.write(text)
        file.truncate(chunk + (1 << 43))
    recover("hole of kind %d" % kind)
if not all(seen.values()):
    sys.exit("nothing was tested: %s" % seen)
