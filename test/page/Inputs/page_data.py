# ===- page_data.py - The data of a page ------------------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: page_data.py PAGE.html [EXPRESSION]…

Prints the JSON, or what each expression makes of it (`d`), of its arrays (`arrays`, by key) and
of `row(n)`, all that is known of a row. Checks on the way that every number stands for something.
report/show/PageFormat.h tells what the data holds, and PageArrays.h how numbers are coded.
"""

import base64
import gzip
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
places = re.findall('<script type="application/octet-stream" id="profile">([A-Za-z0-9+/=]*)</script>', text)
assert len(places) == 1, "%d places with data" % len(places)
data = gzip.decompress(base64.b64decode(places[0]))
end = data.index(b"\n")
d = json.loads(data[:end])
arrays = {}


def numbers(at, count):
    """`count` numbers in LEB128 from `at` on, and where they end."""
    found = []
    for _ in range(count):
        number = shift = 0
        while True:
            byte = data[at]
            at += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        found.append(number)
    return found, at


def signed(number):
    return -(number + 1) // 2 if number % 2 else number // 2


def decoded(coding, coded, factor=None):
    sizes = arrays.get("rows.size")
    if coding == "plain":
        return coded
    if coding == "times":
        return [size * times + signed(each) for each, size, times in zip(coded, sizes, arrays[factor])]
    if coding == "units":
        return [each // 2 if each % 2 else each // 2 * size for each, size in zip(coded, sizes)]
    if coding == "first":
        made, new = [], 0
        for each in coded:
            made.append(each - 1 if each else new)
            new += not each
        return made
    assert coding == "delta", coding
    made, before = [], 0
    for each in coded:
        before += signed(each)
        made.append(before)
    return made


at = end + 1
for key, length, coding, *factor in d["arrays"]:
    coded, at = numbers(at, length)
    arrays[key] = decoded(coding, coded, *factor)
assert at == len(data), "%d bytes are left" % (len(data) - at)


def part(prefix):
    return {key.split(".")[1]: its for key, its in arrays.items() if key.startswith(prefix + ".")}


rows, chains, frames, names = part("rows"), part("chains"), part("frames"), d["names"]
places = zip(*(arrays["names." + each] for each in ("file", "line", "column")))


def name_of(text):
    """A name, or the place that is next."""
    if text != 0:
        return text
    file, line, column = next(places)
    return "%s:%d:%d" % (d["files"][file], line, column)


names = [name_of(each) for each in names]
chains["frame"] = [0] + chains["frame"]
chains["caller"] = [at and at - 1 - between for at, between in enumerate(chains["caller"])]
rows["shownChain"] = [shown - 1 if shown else its for shown, its in zip(rows["shownChain"], rows["chain"])]
rows["shownSite"] = [shown - 1 if shown else its for shown, its in zip(rows["shownSite"], rows["site"])]
count = len(rows["chain"])
values = [arrays["values.%d.%d" % (column, side)] for column in range(len(d["columns"])) for side in range(d["sides"])]
assert d["format"] == 2 and names[0] == "-"
assert all(len(column) == count for column in rows.values())
assert all(len(column) == count for column in values)
assert all(name < len(names) for name in frames["function"] + frames["file"] + frames["module"])
assert all(frame < len(frames["function"]) for frame in chains["frame"][1:])
assert all(0 <= caller < at for at, caller in enumerate(chains["caller"][1:], 1))
assert all(chain < len(chains["frame"]) for chain in rows["chain"] + rows["shownChain"])
assert all(name < len(names) for field in ("allocator", "type", "site", "shownSite", "through") for name in rows[field])


def path(chain):
    its = []
    while chain:
        its.append(names[frames["function"][chains["frame"][chain]]])
        chain = chains["caller"][chain]
    return its


def row(at):
    return (path(rows["chain"][at]), names[rows["allocator"][at]], names[rows["type"][at]], names[rows["site"][at]],
            rows["size"][at], rows["flags"][at], [column[at] for column in values])


def by_size():
    """All rows, the one with most bytes first, as the log has them."""
    word = [each["word"] for each in d["columns"]].index("bytes")
    return sorted((row(at) for at in range(count)), key=lambda each: -each[6][word * d["sides"] + d["sides"] - 1])


if len(sys.argv) == 2:
    json.dump(d, sys.stdout, ensure_ascii=False, indent=1)
for expression in sys.argv[2:]:
    print(eval(expression))
