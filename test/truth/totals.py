#!/usr/bin/env python3
#===- totals.py - Compares a profile with the allocator's own statistics ---===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Do the rows of an allocator add up to its own calls and bytes?

The program has printed `1234 calls, 56789 bytes` into the file STATS:

    totals.py CSV STATS --allocator ObStack::alloc ObStack::calloc
"""

import argparse
import re
import sys

import chains


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("csv", metavar="CSV")
    parser.add_argument("stats", metavar="STATS")
    parser.add_argument("--allocator", nargs="+", required=True, metavar="NAME")
    args = parser.parse_args()

    rows = [r for r in chains.read_rows(args.csv) if r.allocator in args.allocator]
    wrong = [r for r in rows if r.total != r.size * r.calls]
    for row in wrong:
        print("total bytes are not size times calls:", row)

    profile = sum(r.calls for r in rows), sum(r.total for r in rows)
    with open(args.stats, encoding="utf-8") as stream:
        found = re.search(r"(\d+) calls, (\d+) bytes", stream.read())
    if not found:
        sys.exit("totals.py: error: no statistics in '%s'" % args.stats)
    truth = int(found[1]), int(found[2])
    print("profile: %d calls, %d bytes" % profile)
    print("program: %d calls, %d bytes" % truth)
    return 1 if wrong or profile != truth or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
