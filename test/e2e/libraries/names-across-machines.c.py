"""usage: check.py ALLOCSITE LOG SERVICE OBJECT...       the table `run` of a log
       check.py --mappings EXPORT [NAME=]OBJECT...     what exports.py --pprof has printed
       check.py --older PROFILE NEW, --damage PROFILE NEW

--older writes a profile as a runtime without these names has written it, --damage one with a build id that is
longer than its record.

Holds the names of a run against those of the machine, and build ids against readelf. The first object is
the program.
"""

import json
import os
import re
import struct
import subprocess
import sys


def build_id(path):
    notes = subprocess.run(["llvm-readelf", "-n", path], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = re.search(r"Build ID: ([0-9a-f]+)", notes)
    return found and found.group(1)


def objects(profile):
    """Where each record of the chunk of objects (12) begins, and the bytes of its path and build id."""
    at = struct.unpack_from("<I", profile, 12)[0]
    while at + 64 <= len(profile):
        kind, state, size, used = struct.unpack_from("<IIQQ", profile, at)
        record = at + 64
        while kind == 12 and record < at + used:
            path, build_id = struct.unpack_from("<II", profile, record + 8)
            yield record, path, build_id
            record += 16 + (path + 7) // 8 * 8
        if not size:
            return
        at += size


if sys.argv[1] == "--damage":
    profile = bytearray(open(sys.argv[2], "rb").read())
    record, path, _ = next(each for each in objects(profile) if each[2])
    struct.pack_into("<I", profile, record + 12, path)
    open(sys.argv[3], "wb").write(profile)
elif sys.argv[1] == "--older":
    profile = bytearray(open(sys.argv[2], "rb").read())
    run = struct.unpack_from("<I", profile, 12)[0]
    texts = sum(struct.unpack_from("<4I", profile, run + 64 + 56))
    struct.pack_into("<Q", profile, run + 16, 64 + 72 + texts)
    found = list(objects(profile))
    records = b""
    for record, path, build_id in found:
        name = bytes(profile[record + 16 : record + 16 + path]).split(b"\0")[0]
        records += struct.pack("<8sII", profile[record : record + 8], len(name), 0)
        records += name + bytes(-len(name) % 8)
    begin, (last, path, _) = found[0][0], found[-1]
    profile[begin : begin + len(records)] = records
    end = last + 16 + (path + 7) // 8 * 8
    profile[begin + len(records) : end] = bytes(end - begin - len(records))
    open(sys.argv[3], "wb").write(profile)
elif sys.argv[1] == "--mappings":
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
