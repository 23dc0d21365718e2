#!/usr/bin/env python3
# ===- graph_cost.py - What a graph of live objects costs -----------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: graph_cost.py [--llvm N] [--build DIR] [--runs N]

Prints what graph=1 takes at the end of a program: seconds of the processor and memory more than
with live=heap alone, and the bytes of the file, by how many objects there are and of how many
types. Each object points at the one before it and at a random one.
"""

import argparse
import os
import statistics
import subprocess
import tempfile

import build
import works

PROGRAM = """
#include <cstdlib>
struct Any { Any *Last, *Other; };
static Any **All;
static long Count;
static unsigned long Random = 1;
template <int Number> struct Of : Any { long Pad[Number % 4 + 1]; };
template <int Number> __attribute__((noinline)) void add() {
  Random = Random * 6364136223846793005ul + 1442695040888963407ul;
  Any *Made = new Of<Number>();
  Made->Last = Count ? All[Count - 1] : nullptr;
  Made->Other = Count ? All[(Random >> 33) % Count] : nullptr;
  All[Count++] = Made;
}
int main(int, char **Words) {
  const long Wanted = atol(Words[1]);
  All = new Any *[Wanted + 1000];
  while (Count < Wanted)
    EACH
}
"""


def cost(program, objects, options):
    """Seconds of the processor, KiB."""
    environment = dict(os.environ, SKIP_HEAP_PROFILE="1", ALLOCSITE_OPTIONS="verbosity=0:" + options)
    child = subprocess.Popen([program, str(objects)], env=environment)
    _, status, used = os.wait4(child.pid, 0)
    assert status == 0, (program, objects, options)
    return used.ru_utime + used.ru_stime, used.ru_maxrss


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llvm", default="19")
    parser.add_argument("--build", default=os.path.join(works.SOURCE, "build"))
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    tools = build.find_toolchain(given.llvm, given.build)
    print("| objects | types | s | MiB | KB of the file |")
    print("|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for types in (1, 100, 1000):
            source, program = os.path.join(folder, "graph.cpp"), os.path.join(folder, "graph")
            adds = "".join("add<%d>();" % number for number in range(types))
            with open(source, "w") as file:
                file.write(PROGRAM.replace("EACH", "{%s}" % adds))
            subprocess.run(
                [tools.clangxx, "-std=c++17", "-O1", "-g", "-fpass-plugin=" + tools.plugin, source, "-o", program],
                env=dict(os.environ, ALLOCSITE_PASS_OPTIONS="live=1"),
                check=True,
            )
            for objects in (100_000, 1_000_000, 5_000_000):
                log = os.path.join(folder, "log.csv")
                plain, graph = "output=%s:live=heap" % log, "output=%s:live=heap:graph=1:graph-objects=10000000" % log
                more = []
                for _ in range(given.runs):
                    before, after = cost(program, objects, plain), cost(program, objects, graph)
                    more.append((after[0] - before[0], after[1] - before[1]))
                seconds, memory = (statistics.median(values) for values in zip(*more))
                size = os.path.getsize(log.replace(".csv", ".asprof"))
                print("| %s | %d | %.2f | %.0f | %.0f |" % (f"{objects:,}", types, seconds, memory / 1024, size / 1000), flush=True)


if __name__ == "__main__":
    main()
