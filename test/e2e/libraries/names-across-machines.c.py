"""usage: check.py ALLOCSITE LOG SERVICE OBJECT...       the table `run` of a log
       check.py --mappings EXPORT [NAME=]OBJECT...     what exports.py --pprof has printed

Holds the names of a run against those of the machine, and build ids against readelf. The first object is
the program.
"""

import json
import os
import re
import subprocess
import sys


def build_id(path):
    notes = subprocess.run(["llvm-readelf", "-n", path], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = re.search(r"Build ID: ([0-9a-f]+)", notes)
    return found and found.group(1)


if sys.argv[1] == "--mappings":
    wanted = set()
    for each in sys.argv[3:]:
        name, path = each.rsplit("=", 1) if "=" in each else (each, each)
        wanted.add("mapping: %s %s" % (name, build_id(path)))
    found = [line.strip() for line in open(sys.argv[2]) if line.startswith("mapping:")]
    assert set(found) == wanted and len(found) == len(wanted), (found, wanted)
else:
    allocsite, log, service, *objects = sys.argv[1:]
    run = json.loads(subprocess.check_output([allocsite, "report", "--table", "run", log]))
    assert run["host"] == os.uname().nodename, run
    assert run.get("service", "") == service, run
    wanted = [{"path": path, "build id": build_id(path)} for path in objects]
    for each in wanted:
        if not each["build id"]:
            del each["build id"]
    assert run["modules"] == wanted, (run["modules"], wanted)
