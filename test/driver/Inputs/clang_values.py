# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: clang_values.py OPTIONS.INC: prints the options of clang's driver that take the
# next words of the command line as their values, one a line with the number of words.
# OPTIONS.INC is what TableGen of LLVM 14 to 21 makes of clang's options.
import re
import sys

text = open(sys.argv[1]).read()
prefixes = {}
for name, body in re.findall(r"^PREFIX\((prefix_\d+),(.*?)\)\)?$", text, re.M):
    prefixes[name] = re.findall(r'"([^"]*)"', body)
option = re.compile(
    r'^OPTION\((prefix_\d+), (?:&|llvm::StringLiteral\()?"([^"]+)"(?:\[\d+\])?\)?, (\w+), '
    r"(\w+), (\w+), \w+, \w+, "
    r"([^,]+), (.*)$",
    re.M,
)
found = {}
for prefix, spelling, _, kind, _, flags, rest in option.findall(text):
    words = rest.split(",")
    # LLVM 17 and later tell in a field of their own who takes an option.
    if re.match(r"\s*\w*(Vis|Option)\b", words[0]) and not words[0].strip().isdigit():
        visible = words[0]
        parameter = words[1]
        if "DefaultVis" not in visible:
            continue
    else:
        parameter = words[0]
        if "NoDriverOption" in flags or ("CLOption" in flags and spelling[0] == "/"):
            continue
    count = {"Separate": 1, "JoinedOrSeparate": 1, "MultiArg": int(parameter or 0)}.get(kind)
    if not count:
        continue
    bare = spelling.lstrip("-/")
    for dashes in prefixes.get(prefix, ["-"]):
        if dashes.startswith("-"):
            found[dashes + bare] = count
for name in sorted(found):
    print(name, found[name])
