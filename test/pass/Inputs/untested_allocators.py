# ===- untested_allocators.py - Rules of allocators.cfg without a test -----===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: untested_allocators.py TABLE TESTS

Prints the allocators of TABLE that no file of TESTS holds as what a site is called
("ObStack::alloc", also with more scopes in front), and exits 1 if there are any, or
if a rule has neither shape= nor a whole signature; wrappers and those that switch off
cannot have a shape.
"""

import pathlib
import re
import sys

table, tests = map(pathlib.Path, sys.argv[1:])
rules = re.findall(r"^(\w+):(.*)$", table.read_text(), re.M)
assert rules, "no rules in %s" % table
names = set()
wrong = []
for kind, rest in rules:
    name = re.split(r"\(|\s+\w+=", rest)[0].strip()
    shown = re.search(r"\bname=(\S+)", rest)
    if kind == "alloc" and shown:
        names.add(shown.group(1))
    elif kind == "alloc":
        names.add(name.replace("**::", "").replace("*pmr", "pmr"))
    has_shape = " shape=" in rest or "(" in re.split(r"\s+\w+=", rest)[0]
    if not has_shape and kind not in ("off", "wrapper"):
        wrong.append("no shape= for %s:%s" % (kind, name))
texts = [
    path.read_text().replace("{{\\[}}", "[")  # as FileCheck wants it
    for path in tests.iterdir()
    if path.suffix in (".ll", ".c", ".cpp")
]
wrong += [
    "no test speaks of %s" % name
    for name in sorted(names)
    if not any(
        re.search(r"(?<![\w.])%s(?![\w])" % re.escape(name), text) for text in texts
    )
]
for line in wrong:
    print(line)
sys.exit(bool(wrong))
