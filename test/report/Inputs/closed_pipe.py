# ===- closed_pipe.py - Runs a command whose output nobody reads ----------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: closed_pipe.py COMMAND ARGUMENT…: exits 1 unless it exits 0 and says nothing."""

import os
import subprocess
import sys

read, write = os.pipe()
os.close(read)
run = subprocess.run(sys.argv[1:], stdout=write, stderr=subprocess.PIPE)
if run.returncode or run.stderr:
    sys.exit("exits with %d: %s" % (run.returncode, run.stderr.decode()))
