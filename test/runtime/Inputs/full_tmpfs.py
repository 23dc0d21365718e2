#!/usr/bin/env python3
# ===- full_tmpfs.py - Runs a program whose profile is on a small tmpfs ----===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   full_tmpfs.py PROGRAM DIRECTORY KIBIBYTES-LEFT CSV

import os
import subprocess
import sys

program, directory, left, log = sys.argv[1:]
os.makedirs(directory, exist_ok=True)
subprocess.run(
    ["mount", "-t", "tmpfs", "-o", "size=2m", "none", directory], check=True
)
try:
    with open(os.path.join(directory, "filler"), "wb", buffering=0) as file:
        file.write(bytes((2048 - int(left)) << 10))
    options = "output=%s:profile=%s/a.asprof" % (log, directory)
    run = subprocess.run(
        [program], env=dict(os.environ, SKIP_HEAP_PROFILE="1", ALLOCSITE_OPTIONS=options)
    )
    print("exit", run.returncode, file=sys.stderr)
    with open(log) as file:
        print(len(file.readlines()) - 1, "rows", file=sys.stderr)
finally:
    subprocess.run(["umount", directory], check=True)
