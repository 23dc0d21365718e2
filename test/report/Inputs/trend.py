# ===- trend.py - Series of logs, with leaks and noise ---------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: trend.py noise ALLOCSITE DIRECTORY
       trend.py logs DIRECTORY
       trend.py stamp PROCESS LOG=TIME…"""

import json
import os
import random
import struct
import subprocess
import sys

HEAD = ("pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes,allocator,type,site,live count,"
        "live bytes,peak bytes,freed count,temporary count\n")


def row(function, size, calls, live, site):
    cells = [function, "main", "-", "-", size, calls, size * calls, "malloc", "-", site, live,
             size * live, size * live, calls - live, 0]
    return ",".join(map(str, cells)) + "\n"


def noise(allocsite, directory, seed):
    """Ten logs of 300 sites whose live objects vary without a trend, a cache that is filled
    once, and a leak of one object for each 10,000 that are allocated in a log."""
    chance = random.Random(seed)
    mean = [chance.choice([3, 40, 500, 9000]) for _ in range(300)]
    names = []
    for log in range(10):
        name = os.path.join(directory, f"{seed}-{log + 1}.csv")
        with open(name, "w") as file:
            file.write(HEAD)
            for site, middle in enumerate(mean):
                live = max(0, round(chance.gauss(middle, middle / 3 + 1)))
                file.write(row(f"f{site}", 64, 50000 * (log + 1), live, f"a.c:{site + 1}:3"))
            file.write(row("cache", 4096, 500, 500 if log > 2 else 10, "cache.c:1:1"))
            file.write(row("leak", 48, 10000 * (log + 1), 100 + log, "leak.c:7:9"))
        names.append(name)
    answer = subprocess.run([allocsite, "trend", "--top", "0", "--format", "json", *names],
                            check=True, capture_output=True, text=True).stdout
    rows = json.loads(answer)["rows"]
    assert rows[0]["function"] == "leak" and rows[0]["falls"] == 0, rows[0]
    assert rows[0]["growth"] == 9 * 48 and rows[0]["per_log"] == 48, rows[0]
    states = {each["function"]: each["state"] for each in rows}
    assert states["cache"] == "settled", states["cache"]
    return [name for name, state in states.items() if state == "grows"]


def logs(directory):
    """Four builds: a line moves down in each, grow() leaks, pool() varies, table() is filled."""
    for log, pool in enumerate([9, 4, 12, 7]):
        with open(os.path.join(directory, f"v{log + 8}.csv"), "w") as file:
            file.write(HEAD)
            file.write(row("grow", 16, 1000 * (log + 1), 2 + 3 * log, f"a.c:{10 + log}:3"))
            file.write(row("pool", 100, 500 * (log + 1), pool, f"a.c:{30 + log}:3"))
            file.write(row("table", 64, 80, 20 if log == 0 else 80, "t.c:1:1"))
            file.write(row("same", 32, 5, 5, "s.c:1:1"))


def stamp(log, process, time):
    """A companion without tables, which tells who has written a log, and when."""
    header = bytearray(1280)
    struct.pack_into("<QIIQQQQQQ", header, 0, 0x0A464F5250534189, 9, len(header), process, 1, 7,
                     1, 1, time)
    struct.pack_into("<Q", header, 1232, 1)  # Content: the tables of a log
    with open(log.replace(".csv", ".asprof"), "wb") as file:
        file.write(header)


if sys.argv[1] == "noise":
    for seed in range(8):
        found = noise(*sys.argv[2:], seed)
        assert found == ["leak"], (seed, found)
    print("one leak in each")
elif sys.argv[1] == "logs":
    logs(*sys.argv[2:])
else:
    for each in sys.argv[3:]:
        stamp(each.split("=")[0], int(sys.argv[2]), int(each.split("=")[1]))
