# ===- diff.py - Checks the JSON of `allocsite diff` ----------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""Reads an answer of two changed rows: every change is the difference of its values."""

import json
import sys

answer = json.load(sys.stdin)
assert answer["kind"] == "allocsite-diff" and answer["version"] == 1, answer
assert [row["state"] for row in answer["rows"]] == ["gone", "gone"], answer
for row in answer["rows"]:
    assert row["change"] == row["after"] - row["before"], row
    assert row["calls_change"] == row["calls_after"] - row["calls_before"], row
assert answer["rows"][0]["frames"] == ["parse(int)", "main"], answer
assert answer["row_count"] == 3 and answer["matched_count"] == 1, answer
both = 800 * 2
assert abs(answer["matched_share"] - both / (both + 500 + 70)) < 1e-5, answer
