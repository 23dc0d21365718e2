# ===- scrape.py - What `allocsite serve` costs a machine ------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: scrape.py ALLOCSITE PROGRAM… [--processes N] [--scrapes N] [--seconds S]

Starts a profiled program N times, and scrapes: /metrics once, and the heap profile of each process, as
often as told. Prints the processor time of `allocsite serve` with all that it starts, in a scrape and
as a share of one processor if there is one each S seconds.
"""

import argparse
import os
import re
import subprocess
import urllib.request

parser = argparse.ArgumentParser()
parser.add_argument("allocsite")
parser.add_argument("program", nargs="+")
parser.add_argument("--processes", type=int, default=50)
parser.add_argument("--scrapes", type=int, default=10)
parser.add_argument("--seconds", type=float, default=15)
of = parser.parse_args()


def measure(paths):
    """Seconds of processor time for a scrape, and how long it takes; bytes."""
    serve = subprocess.Popen([of.allocsite, "serve", "--listen", "127.0.0.1:0"], stderr=-1, text=True)
    at = re.search(r"http://.*(?=/)", serve.stderr.readline()).group()
    size = 0
    for _ in range(of.scrapes):
        for path in paths:
            size += len(urllib.request.urlopen(at + path).read())
    serve.terminate()
    _, _, used = os.wait4(serve.pid, 0)
    return (used.ru_utime + used.ru_stime) / of.scrapes, size // of.scrapes


programs = [
    subprocess.Popen(of.program, env=dict(os.environ, ALLOCSITE="1"), stdout=subprocess.DEVNULL)
    for _ in range(of.processes)
]
try:
    ready = 'allocsite_up{pid="%d"'
    pids = [each.pid for each in programs]
    words = [of.allocsite, "ps", "--format", "prometheus"]
    while not all(ready % pid in subprocess.check_output(words, text=True) for pid in pids):
        pass
    for name, paths in (
        ("/metrics", ["/metrics"]),
        ("/debug/pprof/heap of each", ["/debug/pprof/heap?pid=%d" % pid for pid in pids]),
    ):
        seconds, size = measure(paths)
        print(f"{name}: {seconds * 1e3:.0f} ms, {size:,} bytes, {seconds / of.seconds:.2%} of a processor")
finally:
    for each in programs:
        each.kill()
