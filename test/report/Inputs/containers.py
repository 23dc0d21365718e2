"""usage: containers.py ALLOCSITE APP KILLED

TMPDIR is a file system that only this process and those that it starts see. KILLED is an empty
directory.
"""

import csv
import glob
import io
import os
import subprocess
import sys

from processes import Serve, start

allocsite, app, killed = sys.argv[1:]
tmp = os.environ["TMPDIR"]
profiled = dict(os.environ, ALLOCSITE="1", ALLOCSITE_OPTIONS="live=1")


class Container:
    def __init__(self, blocks):
        inside = 'mount -t tmpfs none "$TMPDIR" && exec "$@"'
        self.unshare = start(
            ["unshare", "-m", "-p", "-f", "--mount-proc", "--kill-child", "sh", "-c", inside, "-", app, str(blocks)],
            env=profiled, stdin=-1, stdout=-1,
        )  # fmt: skip
        assert self.unshare.stdout.readline() == "kept\n"
        with open("/proc/%d/task/%d/children" % (self.unshare.pid, self.unshare.pid)) as file:
            self.pid = int(file.read())

    def profile(self):
        (path,) = glob.glob("/proc/%d/root%s/*.asprof" % (self.pid, tmp))
        return path


def output(*words):
    return subprocess.run([allocsite, *words], capture_output=True, text=True, check=True).stdout


def live_bytes(text):
    # Of what else is profiled here it may not be known.
    return {int(row["process"]): int(row["live_bytes"] or -1) for row in csv.DictReader(io.StringIO(text))}


# One outside, whose file is called as those in the containers.
outside = start([app, "3"], env=dict(profiled, ALLOCSITE_OPTIONS="live=1:profile=allocsite-app-1.asprof"), cwd=tmp, stdin=-1, stdout=-1)  # fmt: skip
assert outside.stdout.readline() == "kept\n"
first, second = Container(10), Container(7)
paths = [tmp + "/allocsite-app-1.asprof", first.profile(), second.profile()]
assert len({os.stat(path).st_ino for path in paths}) == 1, paths
assert len({os.path.basename(path) for path in paths}) == 1, paths

wanted = {outside.pid: 300, first.pid: 1000, second.pid: 700}
found = live_bytes(output("ps", "--format", "csv"))
assert wanted.items() <= found.items(), (wanted, found)
for pid, wanted_bytes in wanted.items():
    assert live_bytes(output("ps", "--format", "csv", str(pid))) == {pid: wanted_bytes}
    text = output("dump", str(pid))
    (row,) = [row for row in csv.DictReader(io.StringIO(text)) if row["bytes allocated"] == "100"]
    assert int(row["live bytes"]) == wanted_bytes, text

serve = Serve(allocsite, "--listen", "127.0.0.1:0", "--recover", killed)
serve.wait_for(second.pid)
os.kill(second.pid, 9)
second.unshare.wait()
assert not os.path.exists("/proc/%d" % second.pid)
while not (logs := glob.glob(killed + "/app-%d-*.csv" % second.pid)):
    serve.metrics(second.pid)
with open(logs[0]) as file:
    (row,) = [row for row in csv.DictReader(file) if row["bytes allocated"] == "100"]
assert (row["call count"], row["live bytes"]) == ("7", "700"), row
serve.end()
for each in outside, first.unshare:
    each.stdin.close()
    each.wait()
