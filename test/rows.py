#!/usr/bin/env python3
# ===- rows.py - Prints columns of a profile's CSV for FileCheck ----------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   $ rows.py --short out.csv
#   direct|main|-|-|16|3
#
# One line a row, in the order of the file, the header left out. `--cols` says
# which columns, `--short` cuts parameter lists off names, `--where pc0=main`
# keeps rows with that (short) value, `--sum COL` prints the column's sum alone.
#
# ===---------------------------------------------------------------------===#

import argparse
import csv
import sys

DEFAULT = "pc0,pc1,pc2,pc3,bytes allocated,call count"
NAMES = ("pc0", "pc1", "pc2", "pc3", "allocator")


def without_parameters(name):
    """`ns::f<int(char)>(long) const` → `ns::f<int(char)>`."""
    for suffix in (" const", " volatile", " &&", " &", " noexcept"):
        if name.endswith(suffix):
            return without_parameters(name[: -len(suffix)])
    if not name.endswith(")") or name.endswith("operator()"):
        return name
    depth = 0
    for at in range(len(name) - 1, -1, -1):
        if name[at] == ")":
            depth += 1
        elif name[at] == "(":
            depth -= 1
            if depth == 0:
                # (anonymous namespace) alone is no parameter list
                return name[:at] if at > 0 else name
    return name


def main():
    parser = argparse.ArgumentParser(description="prints columns of a CSV")
    parser.add_argument("--cols", default=DEFAULT, help="comma-separated names")
    parser.add_argument("--short", action="store_true", help="no parameter lists")
    parser.add_argument("--header", action="store_true", help="the header too")
    parser.add_argument("--where", action="append", default=[], metavar="COL=VALUE")
    parser.add_argument("--sum", metavar="COL", help="the sum of this column alone")
    parser.add_argument("file")
    arguments = parser.parse_args()

    with open(arguments.file, newline="", encoding="utf-8", errors="replace") as file:
        rows = list(csv.reader(file, strict=True))
    if not rows:
        sys.exit("rows.py: %s: empty file" % arguments.file)
    header = rows[0]
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(header):
            sys.exit(
                "rows.py: %s: row %d has %d columns, the header %d"
                % (arguments.file, number, len(row), len(header))
            )

    def column(name):
        if name not in header:
            sys.exit(
                "rows.py: %s: no column '%s' among %s"
                % (arguments.file, name, ", ".join(header))
            )
        return header.index(name)

    def value(row, name):
        text = row[column(name)]
        return without_parameters(text) if name in NAMES and arguments.short else text

    kept = rows[1:]
    for condition in arguments.where:
        name, _, wanted = condition.partition("=")
        at = column(name)
        kept = [row for row in kept if without_parameters(row[at]) == wanted]

    if arguments.sum:
        at = column(arguments.sum)
        print(sum(int(row[at] or 0) for row in kept))
        return
    names = [name.strip() for name in arguments.cols.split(",")]
    if arguments.header:
        print("|".join(names))
    for row in kept:
        print("|".join(value(row, name) for name in names))


if __name__ == "__main__":
    main()
