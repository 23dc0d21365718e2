"""usage: out_of_memory.py ALLOCSITE KILLED LITTLE_MEMORY APP

KILLED is an empty directory.
"""

import csv
import glob
import os
import sys

from processes import Serve, start

allocsite, killed, little_memory, app = sys.argv[1:]


serve = Serve(allocsite, "--listen", "127.0.0.1:0", "--recover", killed)
its = start(
    [sys.executable, "-S", little_memory, "64", app],
    env=dict(os.environ, ALLOCSITE="1", ALLOCSITE_OPTIONS="live=1"), stdin=-1, stdout=-1,
)  # fmt: skip
assert its.stdout.readline() == "kept\n"
(profile,) = glob.glob(os.environ["TMPDIR"] + "/allocsite-app-*.asprof")
pid = profile.split("-")[-1].split(".")[0]
serve.wait_for(pid)
os.unlink(profile)
its.stdin.close()
while not (logs := glob.glob(killed + "/app-%s-*.csv" % pid)):
    assert its.poll() in (None, 0), its.returncode
    serve.metrics(pid)
with open(logs[0]) as file:
    live = {row["bytes allocated"]: int(row["live bytes"]) for row in csv.DictReader(file)}
# It was killed at 64 MiB, of which the profile and the program's own pages are a part.
assert live["100"] == 100 and 32 << 20 < live["10000"] < 64 << 20, live
its.stdout.read()
assert its.wait() == 0
serve.end()
