"""usage: live-timeline.cpp.py PROGRAM LOG COMMAND

Runs the program and looks at the timelines that it leaves.
"""

import csv
import glob
import os
import random
import subprocess
import sys
import time

program, log, command = sys.argv[1:]
profile = log[:-4] + ".killed.asprof"


def environment(options):
    return dict(os.environ, SKIP_HEAP_PROFILE="1", ALLOCSITE_OPTIONS=f"output={log}:{options}")


def run(options, *words):
    subprocess.run([program, *words], env=environment(options), check=True,
                   stderr=subprocess.DEVNULL)


def table(of):
    return subprocess.run([command, "report", "--table", "timeline", of], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def points(of):
    rows = [(float(r["seconds"]), int(r["allocated bytes"]), int(r["freed bytes"]),
             int(r["live bytes"])) for r in csv.DictReader(table(of).splitlines())]
    assert 0 < len(rows) <= 512, len(rows)
    for before, after in zip(rows, rows[1:]):
        assert all(a <= b for a, b in zip(before[:3], after[:3])), (before, after)
    for seconds, came, went, live in rows:
        assert live == came - went and 0 <= seconds < 600, (seconds, came, went, live)
    return rows


def live_of_saw(moved):
    """Of the program, when so many bytes have come and gone."""
    moved %= 2000000
    return moved if moved <= 1000000 else 2000000 - moved


# One thread: each point is right to the step, and the distances are within a factor of two.
for times in (1, 30, 400):
    run("live=1:timeline=1", str(times), "-")
    rows = points(log)
    assert rows[-1][1:] == (times * 1000000 + 5000, times * 1000000, 5000), rows[-1]
    if times > 1:
        assert len(rows) >= 256, len(rows)
    gaps = [sum(b[1:3]) - sum(a[1:3]) for a, b in zip(rows, rows[1:])][:-1]
    assert max(gaps) <= 2.6 * min(gaps), (times, min(gaps), max(gaps))
    for seconds, came, went, live in rows[:-1]:
        assert live == live_of_saw(came + went), (came, went, live)

# Threads: at the end all is added up.
run("live=1:timeline=1", "1", "t")
assert points(log)[-1][1:] == (1005000 + 4 * 2000000, 1000000 + 4 * 2000000, 5000)

# A child goes on with what was alive, in a file of its own.
for name in glob.glob(log[:-4] + "-*"):
    os.remove(name)
run("live=1:timeline=1", "1", "f")
assert points(log)[-1][3] == 5000
(of_child,) = glob.glob(log[:-4] + "-*.csv")
assert points(of_child)[-1][1:] == (1005000, 1000000, 5000), points(of_child)[-1]
assert points(of_child)[0][3] >= 5000

# Killed: the profile has the points, and recover writes them.
for _ in range(10):
    running = subprocess.Popen([program, "20", "k"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL,
                               env=environment(f"live=1:timeline=1:profile={profile}"))
    assert running.stdout.read(1) == b"R"
    time.sleep(random.random() / 20)
    running.kill()
    running.wait()
    recovered = log[:-4] + ".recovered.csv"
    subprocess.run([command, "recover", profile, "-o", recovered], check=True)
    rows = points(recovered)
    assert len(rows) >= 256 and max(r[3] for r in rows) <= 1005000, len(rows)
    for seconds, came, went, live in rows:
        if came + went < 40000000:
            assert live == live_of_saw(came + went), (came, went, live)
    chart = subprocess.run([command, "report", "--timeline", profile], check=True, text=True,
                           stdout=subprocess.PIPE).stdout
    assert chart.startswith("live bytes\n") and f"{len(rows)} points" in chart, chart
    os.remove(profile)

# Without the option, and without live memory.
for options in ("live=1", "timeline=1"):
    run(options, "1", "-")
    assert not table(log), options
