# ===- make_log.py - A log of any size, as a program might write it --------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: make_log.py ROWS CHAINS [SEED] > log.csv

The names are as long as those of C++ programs and mostly distinct, so that the log does not
compress better than a real one. Two seeds give two runs of one program.
"""

import random
import sys

rows, chains = int(sys.argv[1]), int(sys.argv[2])
names = random.Random(1)
numbers = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)

SCOPES = ["app", "net", "store", "render", "index", "query", "audio", "script"]
WORDS = ["read", "write", "parse", "insert", "visit", "merge", "split", "resolve", "commit",
         "flush", "apply", "decode", "encode", "lookup", "append", "rehash", "collect"]
THINGS = ["Table", "Node", "Page", "Token", "Buffer", "Cursor", "Record", "Symbol", "Frame",
          "Entry", "Segment", "Channel", "Batch", "Event", "Glyph", "Route"]


def word(among):
    return names.choice(among)


def function():
    thing = word(THINGS)
    holder = "%s::%s%s" % (word(SCOPES), thing, names.choice(["", "Pool", "Map", "View"]))
    if names.random() < 0.3:
        holder = "std::vector<%s, std::allocator<%s> >" % (holder, holder)
    return "%s::%s%s%d(%s const&, unsigned long)" % (
        holder, word(WORDS), word(THINGS), names.randrange(1000), thing)


functions = [function() for _ in range(max(20, chains // 3))]
# A few functions call many: an index near 0 is the likelier.
pick = lambda: functions[int(len(functions) * names.random() ** 3)]
made = []
while len(made) < chains:
    chain = [pick() for _ in range(names.choice([2, 3, 4, 4, 4]))]
    made.append(chain + ["-"] * (4 - len(chain)))
allocators = [names.choice(["malloc", "operator new", "operator new", "Arena::alloc"]) for _ in made]
types = ["%s::%s" % (word(SCOPES), word(THINGS)) if names.random() < 0.7 else "-" for _ in made]
sites = ["src/%s/%s.cpp:%d:%d" % (word(SCOPES), word(WORDS), names.randrange(1, 3000), names.randrange(1, 80))
         for _ in made]


def cell(text):
    return "-" if text == "-" else '"%s"' % text.replace('"', '""')


print("pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes,allocator,type,site")
for row in range(rows):
    at = row % chains
    size = 8 * (1 + row // chains) if row >= chains else 8 * names.randrange(1, 200)
    calls = int(2 ** numbers.uniform(0, 16))
    print(",".join([cell(each) for each in made[at]] + [str(size), str(calls), str(size * calls)]
                   + [cell(allocators[at]), cell(types[at]), cell(sites[at])]))
