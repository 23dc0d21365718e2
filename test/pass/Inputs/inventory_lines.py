# ===- inventory_lines.py - Checks the form of an inventory ---------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   inventory_lines.py FILE
#
# Every line is an object of version 1 with the fields that docs/inventory.md gives its
# kind, and the lines of a module stand together, after the one that begins it. Prints
# how many modules there are, and how many lines of each kind.

import collections
import json
import sys

PLACE = {"site", "function"}
ALLOCATION = PLACE | {"allocator", "family", "arena", "size"}
FIELDS = {
    "module": {"directory", "variant"},
    "site": ALLOCATION,
    "library-site": ALLOCATION,
    "library-call": PLACE | {"callee"},
    "wrapper-call": PLACE | {"callee"},
    "refusal": PLACE | {"callee", "reason", "text"},
    "configuration": {"file", "hash"},
    "rule": {"from", "file", "rule", "words"},
    "function": {"symbol"},
    "declarations": {"symbols"},
}
OPTIONAL = {
    "site": {"bytes"},
    "library-site": {"bytes"},
    "function": {"leads"},
    "rule": {
        "line",
        "column",
        "functions",
        "calls",
        "shadowed",
        "by",
        "misshapen",
        "nearest",
        "distance",
        "ineffective",
    },
}

kinds = collections.Counter()
module = None
with open(sys.argv[1], encoding="utf-8") as file:
    for number, line in enumerate(file, 1):
        entry = json.loads(line)
        where = "%s:%d: " % (sys.argv[1], number)
        if entry["version"] != 1 or not line.endswith("\n"):
            sys.exit(where + line)
        fields = set(entry) - {"version", "kind", "module"}
        fields -= OPTIONAL.get(entry["kind"], set())
        if fields != FIELDS[entry["kind"]]:
            sys.exit(where + "fields %s" % sorted(fields))
        if entry["kind"] == "module":
            module = entry["module"]
        elif entry["module"] != module:
            sys.exit(where + "a line of %s within %s" % (entry["module"], module))
        kinds[entry["kind"]] += 1
print(" ".join("%s=%d" % each for each in sorted(kinds.items())))
