#!/usr/bin/env python3
# ===- what_runs_where.py - Holds CONTRIBUTING's table against a run -------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: what_runs_where.py CONTRIBUTING.md RESULTS [--full] [--untested RUN]

Compares the table that says which folder of test/ is tested by which run of lit with what the
runs have left in the directory RESULTS, as results-NAME.json, and prints how many tests passed
in each. Fails where the table says something else, or where nothing has passed: a run in which
every test was left out as unsupported is no test. Of the run --untested nothing is expected.

A cell says `all`, `one in N`, `a sample`, `some`, or nothing; with --full, the second and the
third are `all`. A folder with a row of its own is not in the row of the folder that it lies in.
"""

import collections
import glob
import json
import os
import sys

SUFFIXES = (".ll", ".c", ".cpp", ".test")


def read_table(path):
    """{folder: {column: cell}} of the table whose first column is `tests`."""
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    begin = next(i for i, line in enumerate(lines) if line.startswith("| tests in |"))
    split = lambda line: [cell.strip() for cell in line.strip("|").split("|")]
    columns = split(lines[begin])[1:]
    table = {}
    for line in lines[begin + 2 :]:
        if not line.startswith("|"):
            break
        folders, *cells = split(line)
        for folder in folders.split(","):
            table[folder.strip().strip("`")] = dict(zip(columns, cells))
    return table


def folder_of(test, table):
    """The folder of the table that a test lies in; the first of its path if none is there."""
    parts = test.split("/")[:-1]
    while len(parts) > 1 and "/".join(parts) not in table:
        parts.pop()
    return "/".join(parts)


def count_tests(top, table):
    """{folder: how many tests it has}"""
    return collections.Counter(
        folder_of(os.path.relpath(os.path.join(place, name), top), table)
        for place, _, names in os.walk(top)
        if not {"Inputs", "fuzz"} & set(place.split(os.sep))
        for name in names
        if name.endswith(SUFFIXES)
    )


def read_results(directory, table):
    """{run: {folder: [chosen tests, passed tests]}}"""
    runs = {}
    for path in glob.glob(os.path.join(directory, "results-*.json")):
        with open(path, encoding="utf-8") as file:
            tests = json.load(file)["tests"]
        counts = collections.defaultdict(lambda: [0, 0])
        for test in tests:
            folder = folder_of(test["name"].split(" :: ")[1], table)
            counts[folder][0] += test["code"] != "EXCLUDED"
            counts[folder][1] += test["code"] == "PASS"
        runs[os.path.basename(path)[len("results-") : -len(".json")]] = counts
    return runs


def is_as_told(cell, chosen, total):
    if cell.startswith("one in "):
        share = total / int(cell[len("one in ") :])
        return share * 0.7 - 3 <= chosen <= share * 1.3 + 3
    is_part = 0 < chosen < total
    return {"all": chosen == total, "some": is_part, "a sample": is_part, "": chosen == 0}[cell]


def main():
    guide, results, *options = sys.argv[1:]
    untested = set(options[options.index("--untested") + 1 :]) if "--untested" in options else set()
    table = read_table(guide)
    runs = read_results(results, table)
    totals = count_tests(os.path.dirname(os.path.abspath(__file__)), table)
    wrong = []
    for run, counts in sorted(runs.items()):
        print("%s: %d tests passed" % (run, sum(passed for _, passed in counts.values())))
        wrong += ["%s: not in the table" % folder for folder in counts if folder not in table]
    for folder, cells in table.items():
        total = totals[folder]
        for column, cell in cells.items():
            if "--full" in options and cell.startswith(("one in ", "a sample")):
                cell = "all"
            for run in set(column.split(", ")) - untested:
                chosen = runs.get(run, {}).get(folder, [0])[0]
                if not is_as_told(cell, chosen, total):
                    wrong.append("%s: %s has %d of %d tests, and the table says %s"
                                 % (folder, run, chosen, total, cell or "none"))
    told = {run for cells in table.values() for column in cells for run in column.split(", ")}
    for run in told - untested:
        if not any(passed for _, passed in runs.get(run, {}).values()):
            wrong.append("nothing was tested by %s" % run)
    for line in sorted(set(wrong)):
        print("error: " + line, file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main())
