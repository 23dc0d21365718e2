#!/usr/bin/env python3
# ===- without.py - Profiles without each mechanism of the pass -----------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""Compiles and runs programs with all mechanisms, without each, and without all.

    without.py --mechanisms Mechanisms.inc --cc CC --cxx CXX --directory DIR PROGRAM…

A PROGRAM is a source, or several joined by '+'. Says which mechanism no program uses, which
is used though it is switched off, and which rows differ. Each mechanism is left out where it
applies most often; with --everywhere, of each program that uses it.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import csv

COLUMNS = ("pc0", "pc1", "pc2", "pc3", "bytes allocated", "call count")


class Failed(Exception):
    pass


def run(command, directory, **variables):
    done = subprocess.run(
        command,
        cwd=directory,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode:
        raise Failed("%s: %s" % (" ".join(command), done.stdout[-2000:]))


def profile(compilers, sources, names, directory):
    """The rows of the program, sorted, and how often each mechanism applied."""
    os.makedirs(directory, exist_ok=True)
    objects, applied = [], {}
    for number, source in enumerate(sources):
        path = "%d.o" % number
        options = "verify=1" + (":without=" + ",".join(names) if names else "")
        run(
            shlex.split(compilers[source.endswith(".c")])
            + ["-O2", "-w", "-c", source, "-o", path, "-save-stats=cwd"],
            directory,
            ALLOCSITE_PASS_OPTIONS=options,
        )
        base = os.path.splitext(os.path.basename(source))[0]
        with open(os.path.join(directory, base + ".stats"), encoding="utf-8") as stream:
            for key, times in json.load(stream).items():
                if key.startswith("allocsite.") and times:
                    name = key[len("allocsite.") :]
                    applied[name] = applied.get(name, 0) + times
        objects.append(path)
    run(shlex.split(compilers[False]) + objects + ["-pthread", "-o", "program"], directory)
    run(
        ["./program"],
        directory,
        SKIP_HEAP_PROFILE="1",
        ALLOCSITE_OPTIONS="verbosity=0:output=profile.csv",
    )
    with open(os.path.join(directory, "profile.csv"), newline="", encoding="utf-8") as file:
        rows = sorted("|".join(row[c] for c in COLUMNS) for row in csv.DictReader(file))
    return rows, applied


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mechanisms", required=True)
    parser.add_argument("--cc", required=True)
    parser.add_argument("--cxx", required=True)
    parser.add_argument("--directory", required=True)
    parser.add_argument("--everywhere", action="store_true")
    parser.add_argument("programs", nargs="+")
    arguments = parser.parse_args()
    with open(arguments.mechanisms, encoding="utf-8") as stream:
        names = re.findall(r'^MECHANISM\(\w+, "([a-z-]+)"', stream.read(), re.M)
    compilers = {True: arguments.cc, False: arguments.cxx}

    wrong = []
    pool = ThreadPoolExecutor(2)

    def profile_of(number, left_out):
        sources = [os.path.abspath(s) for s in arguments.programs[number].split("+")]
        where = "all-off" if len(left_out) > 1 else "".join(left_out) or "all-on"
        directory = os.path.join(arguments.directory, str(number), where)
        return profile(compilers, sources, left_out, directory)

    numbers = range(len(arguments.programs))
    whole = list(pool.map(lambda number: profile_of(number, []), numbers))
    tasks = []
    for number, (rows, _) in enumerate(whole):
        tasks.append((number, names))
        if not rows:
            wrong.append("%s: no rows" % arguments.programs[number])
    for name in names:
        users = [number for number in numbers if name in whole[number][1]]
        users.sort(key=lambda number: -whole[number][1][name])
        tasks += [(number, [name]) for number in (users if arguments.everywhere else users[:1])]
        if not users:
            wrong.append("no program uses %s" % name)
    for (number, left_out), (rows, applied) in zip(
        tasks, pool.map(lambda task: profile_of(*task), tasks)
    ):
        title = "%s without %s" % (
            os.path.basename(arguments.programs[number]),
            "all" if len(left_out) > 1 else left_out[0],
        )
        for name in sorted(set(applied) & set(left_out)):
            wrong.append("%s: uses %s" % (title, name))
        for row in sorted(set(whole[number][0]) ^ set(rows)):
            wrong.append("%s: %s %s" % (title, "+" if row in rows else "-", row))
    print("\n".join(wrong) if wrong else "the same %d times" % len(tasks))
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as error:
        sys.exit("without.py: %s" % error)
