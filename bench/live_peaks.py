#!/usr/bin/env python3
# ===- live_peaks.py - The peak and what is live, beside other profilers ---===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: live_peaks.py [--llvm N] [--build DIR]

Prints, for two programs, the bytes at the peak and at exit that live=1, massif, DHAT, heaptrack
and memcheck find, as the table of docs/live.md. The first program is plain C: each profiler sees
the same blocks. The second is C++, whose library keeps a pool of its own for exceptions and
whose streams have buffers; live=1 counts what compiled code allocates.
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CONTAINERS = os.path.join(ROOT, "bench", "works", "containers")
PROGRAMS = (
    ("live_random 7 30000", [os.path.join(ROOT, "test", "truth", "Inputs", "live_random.cpp")], ["7", "30000", "/dev/null"]),
    ("containers 2000", sorted(glob.glob(os.path.join(CONTAINERS, "*.cpp"))), ["2000"]),
)


def run(command, **environment):
    done = subprocess.run(
        command, env=dict(os.environ, **environment), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True
    )
    return done.stdout


def number(pattern, text):
    found = re.search(pattern, text)
    return int(found.group(1).replace(",", "")) if found else None


def allocsite(program, arguments, folder):
    text = run(
        [program, *arguments],
        SKIP_HEAP_PROFILE="1",
        ALLOCSITE_OPTIONS="live=1:output=" + os.path.join(folder, "log.csv"),
    )
    return number(r"peak (\d+) bytes", text), number(r"live at exit: \d+ blocks?, (\d+) bytes", text)


def massif(program, arguments, folder):
    out = os.path.join(folder, "massif.out")
    run(["valgrind", "--tool=massif", "--peak-inaccuracy=0.0", "--massif-out-file=" + out, program, *arguments])
    with open(out, encoding="utf-8") as stream:
        return max(int(each) for each in re.findall(r"mem_heap_B=(\d+)", stream.read())), None


def dhat(program, arguments, folder):
    text = run(
        ["valgrind", "--tool=dhat", "--dhat-out-file=" + os.path.join(folder, "dhat.out"), program, *arguments]
    )
    return number(r"At t-gmax: +([\d,]+) bytes", text), number(r"At t-end: +([\d,]+) bytes", text)


def memcheck(program, arguments, folder):
    text = run(["valgrind", "--run-libc-freeres=no", "--run-cxx-freeres=no", program, *arguments])
    return None, number(r"in use at exit: ([\d,]+) bytes", text)


def heaptrack(program, arguments, folder):
    out = os.path.join(folder, "heaptrack")
    run(["heaptrack", "-o", out, program, *arguments])
    text = run(["heaptrack_print", *glob.glob(out + ".*")])
    return tuple(
        found.group(1) if (found := re.search(name + r": +(\S+)", text)) else None
        for name in ("peak heap memory consumption", "total memory leaked")
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llvm", default="19")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    given = parser.parse_args()
    missing = [each for each in ("valgrind", "heaptrack") if not shutil.which(each)]
    if missing:
        sys.exit("live_peaks.py: not installed: " + ", ".join(missing))
    print("| | peak bytes | at exit |\n|---|---:|---:|")
    for name, sources, arguments in PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            compiler = "/usr/lib/llvm-%s/bin/clang++" % given.llvm
            plain, live = (os.path.join(folder, each) for each in ("plain", "live"))
            # valgrind 3.19 cannot read all of DWARF 5.
            options = ["-std=c++17", "-gdwarf-4", "-O1"]
            run([compiler, *options, *sources, "-o", plain])
            plugin = os.path.join(given.build, "lib", "AllocSite.so")
            run(
                [compiler, *options, "-fpass-plugin=" + plugin, *sources, "-o", live],
                ALLOCSITE_PASS_OPTIONS="live=1",
            )
            print("| `%s` | | |" % name)
            for tool, program in (
                (allocsite, live), (massif, plain), (dhat, plain), (memcheck, plain), (heaptrack, plain)
            ):
                cells = tool(program, arguments, folder)
                print("| %s | %s |" % (
                    "`live=1`" if tool is allocsite else tool.__name__,
                    " | ".join("" if each is None else format(each, ",") if isinstance(each, int) else each for each in cells),
                ), flush=True)


if __name__ == "__main__":
    main()
