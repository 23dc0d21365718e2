# ===- exits.py - Runs a command that must exit with a given code ---------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   exits.py CODE COMMAND ARGUMENT…
#
# `not` cannot tell 1 (a problem with the input) from 2 (wrong usage).

import subprocess
import sys

expected = int(sys.argv[1])
code = subprocess.call(sys.argv[2:])
if code != expected:
    sys.exit("exit code %d where %d is expected: %s" % (code, expected, sys.argv[2:]))
