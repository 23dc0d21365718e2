# ===- stacks.py - Compares whole stacks with those of an unwinder --------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Has each stack of a profile as many calls and bytes as an unwinder has seen?

The program is linked with Inputs/stacks.cpp, which notes the return addresses of
each allocation. They become functions, with those that were inlined, by the
program's debug information:

    clang++ -g -fpass-plugin=AllocSite.so program.cpp stacks.o -o program
    ORACLE_OUTPUT=ORACLE SKIP_HEAP_PROFILE=1 ./program
    stacks.py PROGRAM CSV ORACLE

Compared are the functions of the executable, from the outermost in. What the
profile shows once is one frame here too: a function that calls itself, and the
third and further rounds of functions that call one another. Functions of the C++
library are frames of neither side, nor are those that --absent names; the
profile may show functions of other objects by name.
"""

import argparse
import collections
import csv
import re
import subprocess
import sys

import chains

csv.field_size_limit(1 << 30)
MOST_PERIOD = 8
OWN = re.compile(r"^_*allocsite")  # the runtime, what the pass adds, the oracle


def folded(frames):
    """Frames from the outermost in, with what recursion repeats left out."""
    out = []
    for frame in frames:
        if out and out[-1] == frame:
            continue
        out.append(frame)
        for period in range(2, MOST_PERIOD + 1):
            if len(out) > 2 * period and (
                out[-period - 1 :] == out[-2 * period - 1 : -period]
            ):
                del out[-period:]
                break
    return out


class Symbols:
    def __init__(self, program, symbolizer):
        self.program, self.symbolizer, self.known = program, symbolizer, {}

    def learn(self, addresses):
        base = self.base()
        wanted = sorted(set(addresses) - set(self.known) - {0})
        out = subprocess.run(
            [self.symbolizer, "--obj=" + self.program, "--inlining", "--output-style=LLVM"],
            input="".join("0x%x\n" % (base + each) for each in wanted),
            capture_output=True, text=True, check=True,
        ).stdout
        for address, text in zip(wanted, out.split("\n\n")):
            lines = text.strip().split("\n")
            self.known[address] = [
                (name, place)
                for name, place in zip(lines[0::2], lines[1::2])
            ]

    def base(self):
        out = subprocess.run(
            ["readelf", "-lW", self.program], capture_output=True, text=True, check=True
        ).stdout
        return min(int(each, 16) for each in re.findall(r"^\s*LOAD\s+\S+ (\S+)", out, re.M))


def read_oracle(path):
    with open(path, encoding="ascii") as file:
        for line in file:
            calls, size, *frames = line.split()
            yield int(calls), int(size), [int(each, 16) for each in frames]


def plain(name):
    """Without what the compiler appends to tell functions of one name apart."""
    return re.sub(r"\.\d+$", "", chains.qualified_name(name))


def truth(args):
    symbols = Symbols(args.program, args.symbolizer)
    stacks = list(read_oracle(args.oracle))
    symbols.learn(a for _, _, frames in stacks for a in frames)
    sums, functions = collections.Counter(), set()
    for calls, size, addresses in stacks:
        frames = []  # from the innermost out
        for address in addresses:
            for name, place in symbols.known.get(address, []):
                if OWN.search(name) or name in args.absent or chains.is_library(name):
                    continue
                # The runtime, and what the C library links to the program.
                if place.endswith(":0:0") and (
                    place.startswith("??") or "(.allocsite)" in name
                ):
                    continue
                frames.append(plain(name))
        frames = tuple(folded(reversed(frames)))
        functions.update(frames)
        sums[frames, "calls"] += calls
        sums[frames, "bytes"] += size
    return sums, functions


def table(args, name):
    out = subprocess.run(
        [args.allocsite, "report", "--table", name, args.csv],
        capture_output=True, text=True, check=True,
    ).stdout
    return list(csv.DictReader(out.splitlines()))


def profile(args, functions):
    chain = [()]
    for frame in table(args, "frames"):
        chain.append(chain[int(frame["caller"])] + (frame["function"],))
    with open(args.csv, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    parts = collections.defaultdict(list)
    for part in table(args, "stacks"):
        parts[int(part["row"])].append(part)
    sums = collections.Counter()
    for number, row in enumerate(rows, 1):
        own = tuple(row[c] for c in ("pc3", "pc2", "pc1", "pc0") if row[c] not in "-\u2026")
        whole = [(chain[int(p["frame"])] or own, p if p[args.calls] else row) for p in parts[number]]
        for frames, its in whole or [(own, row)]:
            named = [plain(f) for f in frames if f not in ("-", "")]
            named = tuple(folded(f for f in named if f in functions))
            sums[named, "calls"] += int(its[args.calls])
            sums[named, "bytes"] += int(its[args.bytes])
    return sums


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("csv", metavar="CSV")
    parser.add_argument("oracle", metavar="ORACLE")
    parser.add_argument("--allocsite", default="allocsite")
    parser.add_argument("--symbolizer", default="llvm-symbolizer")
    parser.add_argument("--absent", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--calls", default="call count", help=argparse.SUPPRESS)
    parser.add_argument("--bytes", default="total bytes", help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.absent = frozenset(args.absent)

    seen, functions = truth(args)
    told = profile(args, functions)
    wrong = 0
    for key in sorted(set(seen) | set(told)):
        if seen[key] != told[key]:
            wrong += 1
            if wrong <= 40:
                print("%s: %d in the profile, %d on the stack: %s"
                      % (key[1], told[key], seen[key], ",".join(reversed(key[0]))))
    print("%d calls and %d bytes, %d stacks; %d differ"
          % (sum(v for k, v in seen.items() if k[1] == "calls"),
             sum(v for k, v in seen.items() if k[1] == "bytes"), len(seen) // 2, wrong))
    return 1 if wrong or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
