"""usage: live-killed.cpp.py PROGRAM PROFILE COMMAND TIMES THREADS [OPTIONS]

Kills the program at some moment, and compares what `recover` says with what it was doing.
"""

import csv
import io
import os
import random
import subprocess
import sys
import time

program, profile, command, times, threads = sys.argv[1:6]
options = ":".join(["live=1", *sys.argv[6:]])
threads = int(threads)
for round in range(int(times)):
    if os.path.exists(profile):
        os.remove(profile)
    env = dict(os.environ, SKIP_HEAP_PROFILE="1", ALLOCSITE_OPTIONS=f"{options}:profile={profile}")
    running = subprocess.Popen([program, str(threads)], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert running.stdout.read(1) == b"R"
    time.sleep(random.random() / 50)
    running.kill()
    running.wait()
    text = subprocess.run([command, "recover", profile], check=True, capture_output=True, text=True).stdout
    calls, live, peak, freed = ({"1000": 0, "100": 0, "50": 0} for _ in range(4))
    for row in csv.DictReader(io.StringIO(text)):
        key = row["bytes allocated"]
        for to, column in (calls, "call count"), (live, "live count"), (peak, "peak bytes"), (freed, "freed count"):
            to[key] += int(row[column] or 0) # not known is empty
    assert running.returncode == -9
    if threads == 1:
        assert peak == {"1000": 64000, "100": 0, "50": 0}, peak
    assert live["1000"] == 0 and live["100"] == 30 and freed["1000"] == 64, (live, freed)
    # Counted as a call first; as a block that is alive then.
    assert 0 <= calls["50"] - live["50"] - freed["50"] <= threads, (calls, live, freed)
    assert live["50"] <= (62 + 31) * threads, live
    if threads == 1:
        assert calls["50"] < 93 or live["50"] >= 62 + 30, live
