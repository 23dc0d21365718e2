"""usage: out_of_memory.py ALLOCSITE KILLED LITTLE_MEMORY APP

KILLED is an empty directory.
"""

import atexit
import csv
import glob
import os
import subprocess
import sys
import time
import urllib.request

allocsite, killed, little_memory, app = sys.argv[1:]


def start(words, **how):
    process = subprocess.Popen(words, text=True, **how)
    atexit.register(process.kill)  # nothing is left of a test that fails
    return process


serve = start([allocsite, "serve", "--listen", "127.0.0.1:0", "--recover", killed], stderr=-1)
metrics = serve.stderr.readline().split()[-1] + "metrics"
its = start(
    [sys.executable, "-S", little_memory, "64", app],
    env=dict(os.environ, ALLOCSITE="1", ALLOCSITE_OPTIONS="live=1"), stdin=-1, stdout=-1,
)  # fmt: skip
assert its.stdout.readline() == "kept\n"
(profile,) = glob.glob(os.environ["TMPDIR"] + "/allocsite-app-*.asprof")
pid = profile.split("-")[-1].split(".")[0]
while 'pid="%s"' % pid not in urllib.request.urlopen(metrics).read().decode():
    pass
os.unlink(profile)
its.stdin.close()
while not (logs := glob.glob(killed + "/app-%s-*.csv" % pid)):
    assert its.poll() in (None, 0), its.returncode
    urllib.request.urlopen(metrics).read()
    time.sleep(0.01)  # what is waited for is the file
with open(logs[0]) as file:
    live = {row["bytes allocated"]: int(row["live bytes"]) for row in csv.DictReader(file)}
# It was killed at 64 MiB, of which the profile and the program's own pages are a part.
assert live["100"] == 100 and 32 << 20 < live["10000"] < 64 << 20, live
its.stdout.read()
assert its.wait() == 0
serve.terminate()
assert serve.wait() == 0, serve.stderr.read()
