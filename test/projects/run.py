# ===- run.py - Source packages of Debian, from source to profile ----------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""Builds each project of projects.txt without AllocSite and by `allocsite build`, runs its own
tests with both, and prints a table:

  built     whether the build by `allocsite build` has ended well
  tests     "same": the tests end with the same status, and count the same passes
  logs      CSVs that the tests have written
  calls     allocations in them, from how many sites
  seconds   CPU time from the unpacked source to the first profile, and of it the part of the
            plain build
  growth    of the code of all objects, but for those with main, which bring the runtime

Sources are fetched by `apt-get source`, once. Exits with 1 where a project is not built, its
tests differ or nothing is counted, and with 77 where sources cannot be fetched.
"""

import argparse
import csv
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
COUNTS = re.compile(
    rb"^# (?:TOTAL|PASS|SKIP|XFAIL|FAIL|XPASS|ERROR): +\d+"
    rb"|\d+% tests passed, \d+ tests failed out of \d+"
    rb"|^Runs: \d+ Passes: \d+ Fails: \d+"
    rb"|^test result: \w+\. \d+ passed; \d+ failed"
    rb"|^(?:Ok|Fail|Expected Fail|Unexpected Pass|Skipped|Timeout): +\d+",
    re.MULTILINE,
)

BESIDE_A_LOG = re.compile(
    r"\.(places|modules|arenas|frees|timeline|timeline-groups|marks|graph|threads)\.csv$"
)


def projects():
    for line in (HERE / "projects.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            # A test may hold a pipe.
            name, system, build, test = (part.strip() for part in line.split("|", 3))
            yield name, system, build, test


def run(words, directory, environment, log, seconds=900):
    """The exit status; what is said goes to the end of `log`."""
    with open(log, "ab") as output:
        output.write(("$ %s\n" % " ".join(words)).encode())
        output.flush()
        process = subprocess.Popen(
            words, cwd=directory, env=environment, stdout=output, stderr=output,
            stdin=subprocess.DEVNULL, start_new_session=True,
        )
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return -signal.SIGKILL


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def fetch(name, work):
    """The directory of the unpacked source; None where it cannot be had."""
    place = work / "sources" / name
    place.mkdir(parents=True, exist_ok=True)
    unpacked = [each for each in place.iterdir() if each.is_dir()]
    if not unpacked:
        if run(["apt-get", "source", "-qq", name], place, dict(os.environ), place / "log"):
            return None
        unpacked = [each for each in place.iterdir() if each.is_dir()]
    return unpacked[0] if unpacked else None


def code_bytes(directory):
    """The code of all objects that were made there, but for those with main: these bring the
    runtime, which is the same for every program."""
    total = 0
    for path in directory.rglob("*.o"):
        names = subprocess.run(["nm", path], capture_output=True, text=True).stdout
        if re.search(r" T main$", names, re.MULTILINE):
            continue
        answer = subprocess.run(["size", "-A", path], capture_output=True, text=True).stdout
        total += sum(int(size) for size in re.findall(r"^\.text\S*\s+(\d+)", answer, re.MULTILINE))
    return total


def counted(logs):
    """How many allocations are in these logs, and of how many sites."""
    calls, sites = 0, set()
    for log in logs:
        with open(log, newline="") as file:
            for row in csv.DictReader(file):
                calls += int(row["call count"])
                sites.add((row["pc0"], row["site"]))
    return calls, len(sites)


def outcome(status, log, start):
    return status, COUNTS.findall(log.read_bytes()[start:])


def tested(command, tree, environment, log):
    start = log.stat().st_size
    status = run(["sh", "-ec", command], tree, environment, log)
    return outcome(status, log, start)


class Failed(Exception):
    pass


def try_project(project, work, build, clang):
    name, system, build_command, test_command = project
    source = fetch(name, work)
    if not source:
        return None
    place = work / name
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    trees = {}
    for kind in ("plain", "profiled"):
        # dpkg-buildpackage writes beside the tree.
        trees[kind] = place / kind / source.name
        shutil.copytree(source, trees[kind], symlinks=True)
    plain = dict(os.environ, CC="clang-" + clang, CXX="clang++-" + clang, CCACHE_DISABLE="1")
    plain.pop("ALLOCSITE", None)
    profiled = dict(plain, ALLOCSITE_CLANG="clang-" + clang)
    profiled["PATH"] = "%s:%s" % (build / "bin", profiled["PATH"])
    del profiled["CC"], profiled["CXX"]
    row = {"name": name, "system": system, "built": "no", "tests": "-", "logs": 0}
    row.update(calls=0, sites=0, seconds=0, plain=0, growth="-", good=False)

    begin = cpu()
    log = place / "plain.log"
    if run(["sh", "-ec", build_command], trees["plain"], plain, log):
        raise Failed("the plain build has failed: %s" % log)
    row["plain"] = cpu() - begin

    begin = cpu()
    log = place / "profiled.log"
    words = ["allocsite", "build", "--directory", str(place / "inventory"), "--"]
    if run(words + ["sh", "-ec", build_command], trees["profiled"], profiled, log):
        return row
    row["built"] = "yes"
    logs = place / "logs"
    logs.mkdir()
    # Where the tests compile, they do so as the build did.
    running = dict(profiled, ALLOCSITE="1", CC=str(build / "bin" / "allocsite-clang"),
                   CXX=str(build / "bin" / "allocsite-clang++"),
                   ALLOCSITE_OPTIONS="verbosity=0:output=%s/%%e-%%p.csv" % logs)
    ours = tested(test_command, trees["profiled"], running, log)
    row["seconds"] = cpu() - begin
    theirs = tested(test_command, trees["plain"], plain, place / "plain.log")
    row["tests"] = "same" if ours == theirs else "differ"
    if theirs[0]:
        row["tests"] += ", fail"
    csvs = sorted(path for path in logs.glob("*.csv") if not BESIDE_A_LOG.search(path.name))
    row["logs"] = len(csvs)
    row["calls"], row["sites"] = counted(csvs)
    before, after = code_bytes(trees["plain"]), code_bytes(trees["profiled"])
    if before:
        row["growth"] = "%+.0f %%" % (100.0 * (after - before) / before)
    row["good"] = ours == theirs and row["calls"] > 0
    return row


def show(row):
    print("| %s | %s | %s | %s | %d | %s of %d | %.0f of which %.0f plain | %s |" % (
        row["name"], row["system"], row["built"], row["tests"], row["logs"],
        format(row["calls"], ","), row["sites"], row["seconds"], row["plain"], row["growth"]),
        flush=True)


def main():
    top = HERE.parent.parent
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=top / "build")
    parser.add_argument("--work", type=Path, help="where to build (BUILD/test/projects)")
    parser.add_argument("--clang", default="19", help="its major version (19)")
    parser.add_argument("names", nargs="*", help="projects (default: all)")
    given = parser.parse_args()
    build = given.build.resolve()
    work = (given.work or build / "test" / "projects").resolve()
    known = {project[0]: project for project in projects()}
    for name in given.names:
        if name not in known:
            parser.error("%s is not in projects.txt" % name)
    print("| project | build | built | own tests | logs | calls of sites | CPU s | code |")
    print("|---|---|---|---|---:|---:|---:|---:|", flush=True)
    status = 0
    for name in given.names or known:
        try:
            row = try_project(known[name], work, build, given.clang)
        except Failed as failure:
            print("error: %s: %s" % (name, failure), file=sys.stderr)
            status = 1
            continue
        if row is None:
            print("note: apt-get source %s has failed: see %s" %
                  (name, work / "sources" / name / "log"), file=sys.stderr)
            status = status or 77
            continue
        show(row)
        if not row["good"]:
            print("error: %s: see %s" % (name, work / name), file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
