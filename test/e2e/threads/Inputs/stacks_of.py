"""usage: stacks_of.py TABLE FRAMES COLUMN

Prints for each value of COLUMN in a table of threads or marks, and each stack that ends in `main` or
`work`, the calls of size 48 and the stack: from the column `frame`, by the table of frames."""

import collections
import csv
import sys

frames = list(csv.DictReader(open(sys.argv[2])))
sums = collections.Counter()
for line in csv.DictReader(open(sys.argv[1])):
    stack, at = [], int(line["frame"])
    while at:
        stack.append(frames[at - 1]["function"])
        at = int(frames[at - 1]["caller"])
    columns = [line[f"pc{i}"] for i in range(4) if line[f"pc{i}"] != "-"]
    assert columns == stack[:4] or not stack, (columns, stack)
    if line["bytes allocated"] == "48":
        sums[line[sys.argv[3]], " ".join(stack)] += int(line["call count"])
for (value, stack), calls in sorted(sums.items()):
    print(value, calls, stack)
