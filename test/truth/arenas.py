"""Holds a table of arenas, and the log that it belongs to, against the books of the program.

    arenas.py ARENAS LOG BOOKS

A line of BOOKS: a function that makes arenas, and of these created, destroyed, resets, objects,
bytes, live objects, live bytes, and the peak of one. Rows of the same pc0 are summed.
"""

import csv
import sys

COLUMNS = (
    "created count",
    "destroyed count",
    "reset count",
    "object count",
    "object bytes",
    "live count",
    "live bytes",
    "peak bytes of one",
)


def main():
    arenas, log, books = sys.argv[1:]
    have = {}
    with open(arenas) as file:
        for row in csv.DictReader(file):
            numbers = [int(row[column]) for column in COLUMNS]
            before = have.get(row["pc0"], [0] * len(COLUMNS))
            have[row["pc0"]] = [a + b for a, b in zip(before[:-1], numbers)] + [
                max(before[-1], numbers[-1])
            ]
    want = {}
    with open(books) as file:
        for line in file:
            name, *numbers = line.split()
            want[name] = [int(number) for number in numbers]
    for name in sorted(want.keys() | have.keys()):
        if want.get(name) != have.get(name):
            sys.exit("%s: have %s, want %s" % (name, have.get(name), want.get(name)))
    # The rows of objects add up to the same.
    live = [0, 0, 0]
    with open(log) as file:
        for row in csv.DictReader(file):
            if row["allocator"] not in ("malloc", "calloc", "realloc", "operator new"):
                live[0] += int(row["live count"])
                live[1] += int(row["live bytes"])
                live[2] += int(row["freed count"])
    objects = sum(numbers[3] for numbers in want.values())
    alive = sum(numbers[5] for numbers in want.values())
    expected = [alive, sum(numbers[6] for numbers in want.values()), objects - alive]
    if live != expected:
        sys.exit("%s: live count, live bytes and freed count are %s, want %s" % (log, live, expected))


main()
