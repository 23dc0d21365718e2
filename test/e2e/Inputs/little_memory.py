#!/usr/bin/env python3
# ===- little_memory.py - Runs a program until the kernel kills it ----------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   little_memory.py MEBIBYTES PROGRAM ARGUMENT…
#
# In a memory cgroup (version 1) of its own. Fails unless the kernel killed it.

import os
import subprocess
import sys

mebibytes, *command = sys.argv[1:]
group = "/sys/fs/cgroup/memory/allocsite-test-%d" % os.getpid()


def write(name, text):
    with open(os.path.join(group, name), "w") as file:
        file.write(text)


os.mkdir(group)
try:
    write("memory.limit_in_bytes", "%sM" % mebibytes)
    done = subprocess.run(
        command, preexec_fn=lambda: write("cgroup.procs", str(os.getpid()))
    )
    with open(os.path.join(group, "memory.oom_control")) as file:
        print(file.read())
finally:
    os.rmdir(group)
if done.returncode != -9:
    sys.exit("the program was not killed: %d" % done.returncode)
