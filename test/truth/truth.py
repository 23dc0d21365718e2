#!/usr/bin/env python3
#===- truth.py - Compares a profile with what callgrind saw ----------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Are the counts of a profile, chain by chain, those of callgrind?

callgrind runs the program built without the pass and without inlining, and
counts the calls to the allocator's own function:

    clang++ -O0 -gdwarf-4 *.cpp -o plain
    valgrind --tool=callgrind --separate-callers=16 --separate-recs=1 \\
             --demangle=no --callgrind-out-file=OUT ./plain
    truth.py CSV OUT --allocator ObStack::alloc ObStack::calloc

callgrind loses its place where an exception is caught, and in a second thread.
Name all entries of an allocator: a call from one to another is not counted.
Only calls from the program's own object are, since the profile sees no others.
What rules call wrappers are frames of neither side.
"""

import argparse
import sys

import chains


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("csv", metavar="CSV")
    parser.add_argument("callgrind", metavar="CALLGRIND_OUT")
    parser.add_argument("--allocator", nargs="+", required=True, metavar="NAME")
    parser.add_argument("--wrapper", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--cxxfilt", default="llvm-cxxfilt")
    args = parser.parse_args()

    chains.WRAPPERS.update(args.wrapper)
    allocators = frozenset(args.allocator)
    profile = chains.profile_counts(args.csv, allocators)
    truth = chains.callgrind_counts(args.callgrind, allocators, args.cxxfilt)
    wrong = list(chains.differences(profile, truth))
    for line in wrong:
        print(line)
    short = sum(1 for c in profile if c.open and len(c.frames) < chains.FRAMES)
    print(
        "%d chains and %d calls in the profile, %d and %d in truth; "
        "%d chains compared as sums; %d differences"
        % (
            len(profile),
            sum(profile.values()),
            len(truth),
            sum(truth.values()),
            short,
            len(wrong),
        )
    )
    # Nothing on both sides is no agreement: a name may be misspelt.
    return 1 if wrong or not truth else 0


if __name__ == "__main__":
    sys.exit(main())
