# ===- rules_without_a_name.py - Rules that are found by no name ----------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: rules_without_a_name.py CONFIGURATION

Prints the patterns whose last component is no plain identifier and no operator new or
delete.
"""

import re
import sys

PLAIN = re.compile(r"~?[A-Za-z_$][\w$]*|operator (new|delete)(\[\])?")


def last_component(pattern):
    depth, last = 0, ""
    for c in pattern.replace("::", "\n"):
        if c == "(" and not depth:
            break
        depth += (c == "<") - (c == ">")
        last = "" if c == "\n" and not depth else last + c
    return last


for line in open(sys.argv[1], encoding="utf-8"):
    rule = re.match(r"[a-z]+:(.*?)(?:\s+[a-z]+=.*)?$", line.rstrip())
    # One that begins with ~ is a regular expression.
    if rule and (rule[1][0] == "~" or not PLAIN.fullmatch(last_component(rule[1]))):
        print(rule[0])
