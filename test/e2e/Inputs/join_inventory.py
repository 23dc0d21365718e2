# ===- join_inventory.py - Joins a log with the inventory -----------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   join_inventory.py INVENTORY LOG FUNCTION
#
# Fails unless each row's site is in the inventory, as a site of its allocator or as
# one that the C++ library's allocations can have; unless some site is of the library,
# by which the rule is put to use; or where FUNCTION holds no site, or one that ran.

import csv
import json
import sys

inventory, log, unused = sys.argv[1:]
sites, library, of_unused = set(), set(), set()
with open(inventory, encoding="utf-8") as file:
    for entry in map(json.loads, file):
        if entry["kind"] in ("site", "library-site"):
            sites.add((entry["site"], entry["allocator"]))
            if entry["function"].startswith(unused):
                of_unused.add(entry["site"])
        elif entry["kind"] in ("library-call", "wrapper-call"):
            library.add(entry["site"])

rows = set()
with open(log, newline="", encoding="utf-8") as file:
    for row in csv.DictReader(file):
        rows.add((row["site"], row["allocator"]))
for site, allocator in sorted(rows):
    if (site, allocator) not in sites and site not in library:
        sys.exit("%s: not in %s: %s of %s" % (log, inventory, site, allocator))
if all(site not in library for site, _ in rows):
    sys.exit("%s: no site at a call into the C++ library" % log)
if not of_unused or of_unused & {site for site, _ in rows}:
    sys.exit("%s: %s holds %s" % (inventory, unused, sorted(of_unused)))
print("%d sites, all in the inventory; %s alone there" % (len(rows), unused))
