# ===- rules_that_hold.py - Rules of the table that hold for nothing -------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: rules_that_hold.py TABLE INVENTORY

Prints the rules of TABLE that hold for no function of INVENTORY's modules, and exits 1
if there are any. Rules of calls through pointers hold for no function: what they name is
shown by allocators-that-users-set.c.
"""

import json
import re
import sys

table, inventory = sys.argv[1:]
held = set()
with open(inventory, encoding="utf-8") as lines:
    for entry in map(json.loads, lines):
        if entry["kind"] == "rule" and entry["from"] == "table":
            held.add(entry["line"])
with open(table, encoding="utf-8") as lines:
    rules = {n: line for n, line in enumerate(lines, 1) if re.match(r"(?!field:|pointer:|virtual:)\w+:", line)}
assert rules and held
for number in sorted(set(rules) - held):
    print("%s:%d: holds for nothing: %s" % (table, number, rules[number].strip()))
sys.exit(1 if set(rules) - held else 0)
