# ===- gathered.py - Rows that allocsite gather has written -----------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   gathered.py DIRECTORY COLUMN…      prints these columns of all rows, sorted; day, host, service
#                                      and build are columns, as in a database
#   gathered.py DIRECTORY sums         calls and bytes of all processes by allocator, by the
#                                      differences, without rows below another allocator
#   gathered.py - sums                 the same of the rows of `report --format csv`, on stdin

import collections
import csv
import io
import pathlib
import subprocess
import sys
from urllib.parse import unquote

directory, *columns = sys.argv[1:]
rows = []
if directory == "-":
    for row in csv.DictReader(sys.stdin):
        rows.append({**row, "below": "", "calls_delta": row["calls"], "bytes_delta": row["bytes"]})
for part in sorted(pathlib.Path(directory).glob("day=*/host=*/service=*/build=*/part-*.csv.zst")):
    text = subprocess.run(["zstd", "-dc", str(part)], stdout=subprocess.PIPE, check=True).stdout
    folders = dict(each.split("=", 1) for each in part.relative_to(directory).parts[:-1])
    for row in csv.DictReader(io.StringIO(text.decode())):
        assert None not in row and None not in row.values(), row
        rows.append({**row, **{name: unquote(value) for name, value in folders.items()}})

if columns == ["sums"]:
    sums = collections.Counter()
    for row in rows:
        if not row["below"]:
            sums[row["allocator"], "calls"] += int(row["calls_delta"])
            sums[row["allocator"], "bytes"] += int(row["bytes_delta"])
    for allocator in sorted({each for each, _ in sums}):
        print(allocator, sums[allocator, "bytes"], sums[allocator, "calls"])
else:
    for line in sorted(" ".join(row[each] or "-" for each in columns) for row in rows):
        print(line)
