# ===- page_data.py - The data of a page, as JSON ---------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: page_data.py PAGE.html [EXPRESSION]…

Prints the whole JSON, or what each expression makes of it (`d`), with `row(n)` for all that is
known of a row. Checks on the way that every number stands for something.
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
d = json.loads(gzip.decompress(base64.b64decode(places[0])))

rows, chains, frames, names = d["rows"], d["chains"], d["frames"], d["names"]
count = len(rows["chain"])
assert d["format"] == 1 and names[0] == "-"
assert all(len(column) == count for column in rows.values())
assert len(d["values"]) == len(d["columns"]) * d["sides"]
assert all(len(column) == count for column in d["values"])
assert all(name < len(names) for name in frames["function"])
assert all(frame < len(frames["function"]) for frame in chains["frame"][1:])
assert all(caller < at for at, caller in enumerate(chains["caller"][1:], 1))
assert all(chain < len(chains["frame"]) for chain in rows["chain"])


def row(at):
    path, chain = [], rows["chain"][at]
    while chain:
        path.append(names[frames["function"][chains["frame"][chain]]])
        chain = chains["caller"][chain]
    return (path, names[rows["allocator"][at]], names[rows["type"][at]], names[rows["site"][at]],
            rows["size"][at], rows["flags"][at], [column[at] for column in d["values"]])


if len(sys.argv) == 2:
    json.dump(d, sys.stdout, ensure_ascii=False, indent=1)
for expression in sys.argv[2:]:
    print(eval(expression))
