# ===- formats.py - Holds the formats of report against the log -----------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: formats.py LOG CSV JSON: that all three add up to the same for each site."""

import collections
import csv
import json
import sys


def sums(rows, bytes_column, calls_column):
    all_sums = collections.Counter()
    for row in rows:
        key = row["allocator"], row["site"]
        all_sums[key, "bytes"] += int(row[bytes_column])
        all_sums[key, "calls"] += int(row[calls_column])
    return all_sums


log, table, answer = sys.argv[1:]
with open(log, encoding="utf-8", newline="") as file:
    expected = sums(csv.DictReader(file), "total bytes", "call count")
with open(table, encoding="utf-8", newline="") as file:
    from_csv = sums(csv.DictReader(file), "bytes", "calls")
with open(answer, encoding="utf-8") as file:
    parsed = json.load(file)
from_json = sums(parsed["rows"], "bytes", "calls")
assert parsed["kind"] == "allocsite-report" and parsed["row_count"] == len(parsed["rows"])
assert all(row["frames"] for row in parsed["rows"])
assert expected and expected == from_csv == from_json, (expected, from_csv, from_json)
