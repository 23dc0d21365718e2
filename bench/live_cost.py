#!/usr/bin/env python3
# ===- live_cost.py - What live memory costs ------------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: live_cost.py [--llvm N] [--build DIR] [--modes MODE,…] [--debian DIR] [--rounds N] [WORK…]

Prints, for works of the bench, how many instructions (callgrind's) a run takes compiled with
live=1 and its options on, to what counting alone takes and to the plain program: the tables of
docs/live.md. With --rounds the processor time instead, the median of so many paired runs, and the
memory that they had at most. With --debian also Debian's Lua and SQLite, whose sources are in DIR or
are brought there.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile

import build
import debian
import measure
import works

MODES = ("live=1", "live=1:lifetimes=1", "live=heap", "live=arenas")


def compile_work(work, tools, out, plugin, live):
    environment = dict(os.environ, ALLOCSITE_PASS_OPTIONS="live=1" if live else "")
    objects = []
    for source in work.sources:
        path = os.path.join(works.WORKS, source)
        objects.append(os.path.join(out, source.replace("/", "-") + ".o"))
        subprocess.run(
            [tools.compiler(path), "-O2", "-gdwarf-4", *work.flags, *plugin, "-c", path, "-o", objects[-1]],
            env=environment,
            check=True,
        )
    program = os.path.join(out, "program")
    subprocess.run([tools.clangxx, *objects, *plugin, *work.libraries, "-o", program], env=environment, check=True)
    return program


def instructions(program, arguments, options):
    environment = dict(os.environ)
    if options is not None:
        environment.update(SKIP_HEAP_PROFILE="1", ALLOCSITE_OPTIONS=options)
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *arguments],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


def run_of_live(prepared, work):
    """The small run of a suite's work, compiled with live=1, that follows what is alive."""
    out = os.path.join(prepared.directory, "live", work.name)
    os.makedirs(out, exist_ok=True)
    plugin = ("-fpass-plugin=" + prepared.tools.plugin,)
    program = compile_work(work, prepared.tools, out, plugin, live=True)
    options = "live=1:output=" + os.path.join(out, "log.csv")
    return measure.Run(
        "live",
        (program, *works.expand(work.small, prepared.inputs)),
        (("SKIP_HEAP_PROFILE", "1"), ("ALLOCSITE_OPTIONS", options)),
    )


def seconds_and_memory(program, arguments, options):
    """Of user and system together; MiB."""
    environment = dict(os.environ)
    if options is not None:
        environment.update(SKIP_HEAP_PROFILE="1", ALLOCSITE_OPTIONS=options)
    process = subprocess.Popen(
        [program, *arguments], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, program
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def ratios_of_instructions(runs, small, rounds):
    plain, *others = [instructions(program, small, options) for program, options in runs]
    return ["%.2f" % (each / plain) for each in others]


def ratios_of_seconds(runs, arguments, rounds):
    samples = [[] for _ in runs]
    for _ in range(rounds):
        for into, (program, options) in zip(samples, runs):
            into.append(seconds_and_memory(program, arguments, options))
    plain, *others = samples
    cells = []
    for each in others:
        ratio = statistics.median(its[0] / of_plain[0] for its, of_plain in zip(each, plain))
        more = statistics.median(its[1] - of_plain[1] for its, of_plain in zip(each, plain))
        cells.append("%.2f, %+.0f MiB" % (ratio, more))
    return cells


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llvm", default="19")
    parser.add_argument("--build", default=os.path.join(works.SOURCE, "build"))
    parser.add_argument("--modes", default=",".join(MODES), help="options of the runs, compiled with live=1")
    parser.add_argument("--debian", metavar="DIR", help="Debian's programs too")
    parser.add_argument("--rounds", type=int, default=0, help="of paired runs; 0: instructions")
    parser.add_argument("works", nargs="*")
    given = parser.parse_args()
    tools = build.find_toolchain(given.llvm, given.build)
    modes = given.modes.split(",")
    own = [name for name in given.works if name not in debian.MAKERS]
    chosen = works.chosen(own) if own or not given.works else []
    of_debian = [name for name in given.works if name in debian.MAKERS]
    if given.debian and (of_debian or not given.works):
        chosen += debian.make_works(given.debian, of_debian or ("lua", "lua-trees", "sqlite"), print)
    print("| to plain | counting | " + " | ".join("`%s`" % mode for mode in modes) + " |")
    print("|---|" + "---:|" * (1 + len(modes)))
    with tempfile.TemporaryDirectory() as folder:
        inputs = works.make_inputs(folder)
        for work in chosen:
            if not work.small or works.is_missing(work):
                continue
            arguments = works.expand(work.arguments if given.rounds else work.small, inputs)
            programs = []
            for name, plugin, live in (("plain", (), False), ("count", None, False), ("live", None, True)):
                out = os.path.join(folder, work.name, name)
                os.makedirs(out)
                plugin = ("-fpass-plugin=" + tools.plugin,) if plugin is None else plugin
                programs.append(compile_work(work, tools, out, plugin, live))
            log = "output=" + os.path.join(folder, "log.csv")
            runs = [(programs[0], None), (programs[1], log)]
            runs += [(programs[2], mode + ":" + log) for mode in modes]
            ratios = ratios_of_seconds if given.rounds else ratios_of_instructions
            print("| %s | %s |" % (work.name, " | ".join(ratios(runs, arguments, given.rounds))), flush=True)


if __name__ == "__main__":
    sys.exit(main())
