#!/usr/bin/env python3
"""usage: files.py DIRECTORY [PATTERN]

Prints the names of its files (that match PATTERN) in order, one a line, without the companion
NAME.asprof of a log NAME.csv: each log has one."""

import fnmatch
import os
import sys

everything = set(os.listdir(sys.argv[1]))
for name in sorted(fnmatch.filter(everything, (sys.argv + ["*"])[2])):
    if not (name.endswith(".asprof") and name[: -len("asprof")] + "csv" in everything):
        print(name)
