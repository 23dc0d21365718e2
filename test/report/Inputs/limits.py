# ===- limits.py - Which tests show the limits ----------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: limits.py PAGE TESTS

Each item of the page's lists ends in `[test, test]`, paths below the directory TESTS.
Prints those that name none or one that is not there.
"""

import os
import re
import sys

page, tests = sys.argv[1:]
with open(page, encoding="utf-8") as file:
    text = file.read()
items = re.findall(r"^\* .*(?:\n  .*)*", text, re.MULTILINE)
wrong = []
for item in items:
    words = " ".join(item.split())
    named = re.search(r"\[([^][]+)\]$", words)
    if not named:
        wrong.append("no test: " + words)
        continue
    for test in named[1].split(", "):
        if not os.path.isfile(os.path.join(tests, test)):
            wrong.append("not there: " + test)
if len(items) < 20:
    wrong.append("only %d items found" % len(items))
print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
sys.exit(bool(wrong))
