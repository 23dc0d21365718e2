# ===- untested_allocators.py - Rows of Allocators.inc without a test ------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: untested_allocators.py TABLE TESTS

Prints the names of TABLE that no file of TESTS holds as what a site is called
("ObStack::alloc", also with more scopes in front), and exits 1 if there are any.
"""

import pathlib
import re
import sys

table, tests = map(pathlib.Path, sys.argv[1:])
names = set(re.findall(r'^ALLOCATOR\("([^"]+)"', table.read_text(), re.M))
texts = [
    path.read_text().replace("{{\\[}}", "[")  # as FileCheck wants it
    for path in tests.iterdir()
    if path.suffix in (".ll", ".c", ".cpp")
]
missing = [
    name
    for name in sorted(names)
    if not any(
        re.search(r'(?<![\w.])%s(?![\w])' % re.escape(name), text) for text in texts
    )
]
assert names, "no rows in %s" % table
for name in missing:
    print("no test speaks of", name)
sys.exit(bool(missing))
