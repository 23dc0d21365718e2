# ===- fleet.py - The logs of a made-up fleet, for allocsite gather --------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: fleet.py DIRECTORY [HOSTS SERVICES DUMPS ROWS]

Writes HOSTS x SERVICES x 2 builds x DUMPS logs of ROWS rows each (10 5 10 2000: 1,000 logs),
with their companions, as DIRECTORY/HOST/SERVICE-BUILD-N.csv. Build b1 runs on the first day, b2
on the second; its lines and paths are others, and its sites are the same.

Each row allocates at a rate of its own. Its live blocks are noise about a level, or a table that is
filled once, sooner or later. Seeded are four things, and nothing else is to be found:

  a slow leak     one block in 10,000 of leak() in service-0, in all processes
  a new site      brought() in service-1, with build b2
  another host    host-3 takes six times as much in skewed() of service-2, in all builds
  an arena        Arena::alloc() of each service takes its memory from malloc: its bytes count once

Prints the sums of all processes, without the rows of malloc below the arena, as JSON: those that
`allocsite report`, and the views on what is gathered, must have. Equal arguments give equal files.
"""

import json
import os
import random
import struct
import sys

DAYS = [1764374400, 1764460800]  # 2025-11-29 and 30, midnight
TITLES = "pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes,allocator,type,site,"
TITLES += "live count,live bytes,peak bytes,freed count,temporary count,resized in place count,"
TITLES += "moved count,copied bytes\n"


def companion(path, run):
    """The header of docs/profile-format.md, and the table `run`."""
    head, text = bytearray(1280), json.dumps(run).encode()
    struct.pack_into("<8sIIQ", head, 0, b"\x89ASPROF\n", 9, len(head), run["process"])
    struct.pack_into("<Q", head, 56, run["began"])
    struct.pack_into("64s", head, 80, run["service"].encode())
    struct.pack_into("<Q", head, 1232, 1)
    size = -(-(64 + len(text)) // 64) * 64
    chunk = struct.pack("<IIQQ40s", 15, 1, size, 64 + len(text), b"run") + text
    with open(path, "wb") as file:
        file.write(bytes(head) + chunk.ljust(size, b"\0"))


class Row:
    """Of a log: counts that grow from dump to dump."""

    def __init__(self, names, size, rate, level, seed):
        self.names, self.size, self.rate, self.level = names, size, rate, level
        self.noise = random.Random(seed)
        self.calls = self.leaked = 0
        # A table is filled at a time of its own, as a part of the run.
        self.filled = seed % 97 / 97 if seed % 10 == 0 else None

    def line(self, at, share, leak=0):
        """The line of the log after the part `at` of the run; share: times the usual rate."""
        self.calls += int(self.rate * (0.8 + 0.4 * self.noise.random()) * share)
        self.leaked = self.calls // leak if leak else 0
        live = int(self.level * (0.5 + self.noise.random()))
        if self.filled is not None:
            live = self.level if at >= self.filled else 0
        live = min(live + self.leaked, self.calls)
        size, names = self.size, self.names
        cells = [size, self.calls, self.calls * size]
        more = [live, live * size, live * size, self.calls - live, 0, 0, 0, 0]
        return '"%s",%d,%d,%d,"%s","%s","%s",' % (
            '","'.join(names[:4]), *cells, *names[4:]
        ) + ",".join(map(str, more)) + "\n"


def rows_of(service, build, host, count):
    """[(row, share, 1 of how many leaks, is below)]"""
    root = "/src/%s/" % ("shop" if build == 1 else "work/shop-2")
    top = "service_%d::run()" % service
    seed = hash((service, build, host)) & 0xFFFF  # of numbers: the same in each run
    rows = []

    def add(pc0, pc1, allocator, kind, line, size, rate, level, share=1.0, leak=0, below=False):
        site = "%s%s.cpp:%d:9" % (root, pc0.split("::")[0].lower(), line + 7 * build)
        names = (pc0, pc1, top, "main", allocator, kind, site)
        made = Row(names, size, rate, level, seed * 10007 + len(rows))
        rows.append((made, share, leak, below))

    add("Leak::leak()", "serve()", "malloc", "Session", 40, 64, 100000, 20, leak=10000)
    if service != 0:
        rows[-1] = (rows[-1][0], 1.0, 0, False)
    if service == 1 and build == 2:
        add("Brought::brought()", "serve()", "malloc", "Fresh", 12, 512, 4000, 30)
    add("Skewed::skewed()", "serve()", "malloc", "Page", 9, 256, 3000, 50,
        share=6.0 if service == 2 and host == 3 else 1.0)
    add("parse()", "serve()", "Arena::alloc", "Node", 100, 48, 20000, 0)
    add("Arena::grow()", "Arena::alloc", "malloc", "-", 20, 65536, 15, 8, below=True)
    while len(rows) < count:
        site = len(rows) // 2  # each is called on two paths
        pc0, kind = "Module%d::work%d()" % (site % 40, site), "Type%d" % (site % 60)
        pc1 = "caller%d()" % (len(rows) % 97)
        rate, level = 50 + (site * 7919) % 3000, (site * 31) % 90
        add(pc0, pc1, "malloc", kind, 10 + site % 900, 16 + 16 * (site % 30), rate, level)
    return rows


def main(directory, hosts=10, services=5, dumps=10, count=2000):
    sums = {"processes": 0, "snapshots": 0, "calls": 0, "bytes": 0, "below_bytes": 0}
    for host in range(hosts):
        folder = os.path.join(directory, "host-%d" % host)
        os.makedirs(folder, exist_ok=True)
        for service in range(services):
            for build in (1, 2):
                rows = rows_of(service, build, host, count)
                process = 1000 + host * 100 + service * 10 + build
                run = {"version": 1, "program": "/usr/bin/service-%d" % service,
                       "process": process, "began": DAYS[build - 1] + 60 * host,
                       "host": "host-%d" % host, "service": "service-%d" % service,
                       "modules": [{"path": "/usr/bin/service-%d" % service,
                                    "build id": "b%d%08x" % (build, service)}]}
                for dump in range(1, dumps + 1):
                    run["seconds"] = 3600.0 * dump
                    run["exit"] = {"how": "dump" if dump < dumps else "exit"}
                    name = os.path.join(folder, "service-%d-%d-%d" % (service, build, dump))
                    lines = [row.line(dump / dumps, share, leak) for row, share, leak, _ in rows]
                    with open(name + ".csv", "w") as log:
                        log.write(TITLES + "".join(lines))
                    companion(name + ".asprof", run)
                sums["processes"] += 1
                sums["snapshots"] += dumps
                for row, _, _, below in rows:
                    sums["below_bytes" if below else "bytes"] += row.calls * row.size
                    sums["calls"] += 0 if below else row.calls
    print(json.dumps(sums))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 6):
        sys.exit(__doc__)
    main(sys.argv[1], *map(int, sys.argv[2:]))
