#!/usr/bin/env python3
#===- fuzz.py - Holds profiles against what random programs expect ---------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Makes random programs, profiles them at all levels and compares.

    fuzz.py --cxx "clang++ -fpass-plugin=AllocSite.so" --plain clang++ \\
            --seeds 1-20 --directory OUT [--opts "-O0;-O2 -g"]

Each program is built once more without the pass and with -DTRUTH, and then
writes the rows that its profile must have: frames, sizes, counts, allocators and
sites. What differs is printed; the program stays in OUT/SEED to look into.
"""

import argparse
import collections
import csv
import itertools
import os
import shlex
import subprocess
import sys
from pathlib import Path

import chains
import fuzz_program

INPUTS = Path(__file__).resolve().parent / "Inputs"
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os"]
ALL_OPTIONS = ["%s%s" % (o, g) for o in LEVELS for g in ("", " -g")]


def build(compiler, options, directory, program):
    sources = sorted(map(str, directory.glob("*.cpp"))) + [
        str(INPUTS / "fuzz_runtime.cpp")
    ]
    command = shlex.split(compiler) + shlex.split(options)
    command += ["-std=c++17", "-w", "-I%s" % INPUTS, "-o", str(program)] + sources
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode:
        return "does not compile: " + built.stderr[-2000:]
    return None


def run(program, **variables):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("ALLOCSITE")}
    return subprocess.run(
        [str(program)],
        env={**environment, **{k: str(v) for k, v in variables.items()}},
        capture_output=True,
        text=True,
        timeout=120,
    )


class Sites:
    """The names of a site: `unit0.cpp:7:3`, or `f2#3` where no line is known."""

    def __init__(self, truth):
        self.of_line, self.of_ordinal = {}, {}
        for row in truth:
            line, _, ordinal = row.site.partition("#")
            self.of_line[line] = row.site
            self.of_ordinal[row.frames[0] + "#" + ordinal] = row.site

    def known(self, row):
        """The site of a row of a profile as the truth spells it, or as it is."""
        if "#" in row.site:
            return self.of_ordinal.get(row.site, row.site)
        line = Path(row.site).name.rpartition(":")[0]
        return self.of_line.get(line, row.site)


def counts(rows, site_of):
    """Chains with what was allocated as their first, innermost frame."""
    found = collections.Counter()
    for row in rows:
        frames = list(
            itertools.takewhile(lambda f: f not in ("-", chains.LONGER), row.frames)
        )
        what = "%s(%d) at %s" % (row.allocator, row.size, site_of(row))
        found[chains.Chain((what, *frames), chains.LONGER in row.frames)] += row.calls
    return found


def compare(profile, truth):
    truth_rows = list(chains.read_rows(truth))
    return list(
        chains.differences(
            counts(chains.read_rows(profile), Sites(truth_rows).known),
            counts(truth_rows, lambda row: row.site),
            frames=chains.FRAMES + 1,
        )
    )


def compare_loosely(profile, truth):
    """Frames may be absent, but none may be wrong.

    Each row must be explained by allocations whose whole chain holds its frames
    in their order, up to the outermost one where the row ends in `-`.
    """
    truth_rows = list(chains.read_rows(truth))
    with open(truth, newline="", encoding="utf-8") as stream:
        wholes = [cells["chain"].split("|") for cells in csv.DictReader(stream)]
    known = Sites(truth_rows).known
    explained = collections.defaultdict(list)
    left = collections.Counter()
    for row, whole in zip(truth_rows, wholes):
        explained[row.allocator, row.size, row.site].append((whole, row.calls))
        left[row.allocator, row.size, row.site] += row.calls

    wrong = []
    for row in chains.read_rows(profile):
        what = row.allocator, row.size, known(row)
        left[what] -= row.calls
        frames = [f for f in row.frames if f not in ("-", chains.LONGER)]
        most = 0
        for whole, calls in explained[what]:
            rest = iter(whole)
            holds = whole[0] == frames[0] and all(f in rest for f in frames)
            if holds and (row.frames[-1] != "-" or frames[-1] == whole[-1]):
                most += calls
        if row.calls > most:
            wrong.append(
                "%s(%d) at %s,%s: %d in the profile, at most %d in truth"
                % (*what, ",".join(row.frames), row.calls, most)
            )
    return wrong + ["%s(%d) at %s: %d missing" % (*w, n) for w, n in left.items() if n]


def check(seed, options, args):
    """Yields what is wrong with one program at one level."""
    directory = args.directory / str(seed)
    program = directory / ("a" + options.replace(" ", ""))
    log = directory / (program.name + ".csv")
    wrong = build(args.cxx, options, directory, program)
    if wrong:
        return [wrong]
    log.unlink(missing_ok=True)
    plain = run(directory / "plain")
    try:
        profiled = run(
            program, SKIP_HEAP_PROFILE=1, ALLOCSITE_OPTIONS="output=%s" % log
        )
    except subprocess.TimeoutExpired:
        return ["hangs"]
    if (profiled.returncode, profiled.stdout) != (plain.returncode, plain.stdout):
        return ["runs differently: exit code %d" % profiled.returncode]
    if not log.exists():
        return ["wrote no profile: " + profiled.stderr[-500:]]
    method = compare_loosely if args.loose else compare
    return method(log, directory / "truth.csv")


def seeds(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cxx", required=True, help="the compiler with the pass")
    parser.add_argument("--plain", required=True, help="the compiler without it")
    parser.add_argument("--seeds", type=seeds, default=range(1, 6), metavar="A-B")
    parser.add_argument("--opts", default=";".join(ALL_OPTIONS), metavar="A;B")
    parser.add_argument("--directory", type=Path, required=True)
    parser.add_argument("--tails", action="store_true", help="with tail calls")
    parser.add_argument("--loose", action="store_true", help="frames may be absent")
    parser.add_argument("--lines", type=int, default=10, help="shown per program")
    args = parser.parse_args()

    failures = checked = 0
    for seed in args.seeds:
        directory = args.directory / str(seed)
        fuzz_program.write(seed, directory, args.tails)
        for options, name in (("-O0", "plain"), ("-O0 -DTRUTH", "truth")):
            wrong = build(args.plain, options, directory, directory / name)
            if wrong:
                sys.exit("fuzz.py: error: seed %d %s: %s" % (seed, name, wrong))
        run(directory / "truth", TRUTH_CSV=directory / "truth.csv")
        for options in args.opts.split(";"):
            wrong = check(seed, options, args)
            checked += 1
            if wrong:
                failures += 1
                print("seed %d %s: %d wrong" % (seed, options, len(wrong)))
                for line in wrong[: args.lines]:
                    print("  " + line)
    print("%d programs checked, %d failed" % (checked, failures))
    return 1 if failures or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
