"""Compares what a profile has of a whole process with a counter that is preloaded.

    whole.py COUNTER PLAIN PROFILED [ARG…] [--live] [--threads]

Runs PLAIN, compiled without the pass, with the library COUNTER preloaded, and PROFILED, the same
program compiled with it. Calls and bytes must be equal; with --live, also the live bytes, their
peak and the live blocks. With --threads the peak may differ: it depends on their order.
"""

import csv
import os
import subprocess
import sys
import tempfile

COLUMNS = ["call count", "total bytes", "live bytes", "live count", "peak bytes"]


def run(program, **environment):
    subprocess.run(
        program,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        check=True,
    )


def counted(counter, program, folder):
    numbers = os.path.join(folder, "numbers")
    run(program, LD_PRELOAD=counter, COUNTER_FILE=numbers)
    with open(numbers, encoding="ascii") as file:
        calls, size, live, peak, blocks = map(int, file.readline().split())
    return [calls, size, live, blocks, peak]


def profiled(program, folder, live):
    log = os.path.join(folder, "log.csv")
    options = "verbosity=0:output=%s%s" % (log, ":live=1" if live else "")
    run(program, SKIP_HEAP_PROFILE="1", ALLOCSITE_OPTIONS=options)
    with open(log, encoding="utf-8") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if not row["allocator"].endswith("(failed)")
        ]
    columns = COLUMNS if live else COLUMNS[:2]
    return [sum(int(row[column] or 0) for row in rows) for column in columns]


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    counter, plain, with_pass = words[:3]
    with tempfile.TemporaryDirectory() as folder:
        want = counted(counter, [plain] + words[3:], folder)
        have = profiled([with_pass] + words[3:], folder, "--live" in sys.argv)
    if "--threads" in sys.argv:
        have = have[:4]
    if not want[0] > 100 or have != want[: len(have)]:
        sys.exit("%s: %s, and the counter has %s" % (COLUMNS, have, want))


main()
