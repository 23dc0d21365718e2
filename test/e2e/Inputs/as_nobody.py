#!/usr/bin/env python3
# ===- as_nobody.py - Runs a program as the user nobody --------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   as_nobody.py [--capability] DIRECTORY PROGRAM
#
# The environment turns profiling on and sends every file to DIRECTORY/files, which
# is made for nobody. --capability gives the program's file cap_net_raw.

import os
import struct
import subprocess
import sys

NOBODY = 65534
arguments = sys.argv[1:]
if arguments[0] == "--capability":
    del arguments[0]
    # struct vfs_cap_data: revision 2, effective; permitted and inheritable, low
    # words first.
    capability = struct.pack("<5I", 0x02000001, 1 << 13, 0, 0, 0)
    os.setxattr(arguments[1], "security.capability", capability)
directory, program = arguments
files = os.path.join(directory, "files")
os.makedirs(files, exist_ok=True)
os.chown(files, NOBODY, NOBODY)
options = "output={0}/log.csv:profile={0}/a.asprof:log-path=".format(files)
environment = {"SKIP_HEAP_PROFILE": "1", "TMPDIR": files, "ALLOCSITE_OPTIONS": options}


def become_nobody():
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


# From an open directory: nobody may not be allowed to search those above it.
os.chdir(directory)
sys.exit(
    subprocess.run(
        ["./" + os.path.basename(program)], env=environment, preexec_fn=become_nobody
    ).returncode
)
