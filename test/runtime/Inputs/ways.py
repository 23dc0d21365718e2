"""usage: ways.py ALLOCSITE LOG...

Holds logs of programs with Ways.h against the ways that their rows tell, and prints sums.
"""

import csv
import subprocess
import sys


def table(log, name):
    """None if there is none: no row has more than the frames that it shows."""
    done = subprocess.run(
        [sys.argv[1], "report", "--table", name, log], capture_output=True, text=True
    )
    return list(csv.DictReader(done.stdout.splitlines())) if done.returncode == 0 else None


def way(size):
    """The functions that lead to `size` bytes, from the last one on."""
    names = ["f%d%s" % (layer, "ab"[int(bit)]) for layer, bit in enumerate(bin(size)[3:])]
    return names[::-1] + ["run"]


def is_way(chain):
    """Whether it is one, or none: a handler may have interrupted anything."""
    choices = "".join("01"["ab".index(name[2])] for name in chain[-2::-1])
    return not chain or chain == way(int("1" + choices, 2))


rows = calls = below = calls_below = wrong = 0
calls_of_row = set()
for log in sys.argv[2:]:
    frames, stacks = table(log, "frames"), table(log, "stacks")
    of_row = {}
    for each in stacks or []:
        of_row.setdefault(int(each["row"]), []).append(each)

    def chain(frame):
        names = []
        while frame:
            names.append(frames[frame - 1]["function"])
            frame = int(frames[frame - 1]["caller"])
        return names

    for number, row in enumerate(csv.DictReader(open(log)), 1):
        shown = [row["pc%d" % i] for i in range(4)]
        count = int(row["call count"])
        parts = of_row.get(number, [])
        chains = [chain(int(each["frame"])) for each in parts]
        if stacks is None:
            chains = [[name for name in shown if name != "-"]]
        counts = [int(each["call count"]) for each in parts if each["call count"]]
        ok = bool(chains) and (not counts or sum(counts) == count)
        ok &= all((its + ["-"] * 3)[:4] == shown for its in chains)
        if shown[0] == "inner":
            ok &= all(its[1] == "handle" and is_way(its[2:]) for its in chains)
            below += len(chains)
            calls_below += count
        else:
            ok &= chains == [way(int(row["bytes allocated"]))]
            rows += 1
            calls += count
            calls_of_row.add(count)
        wrong += not ok
        if not ok:
            print(log, row, chains)
print("%d rows of %d calls, %s each" % (rows, calls, " or ".join(map(str, sorted(calls_of_row)))))
print("%d stacks of %d calls below handlers" % (below, calls_below))
print("%d wrong" % wrong)
