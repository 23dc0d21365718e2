#!/usr/bin/env python3
# ===- live_cost.py - What live memory costs ------------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: live_cost.py [--llvm N] [--build DIR] [--modes MODE,…] [WORK…]

Prints, for works of the bench, how many instructions (callgrind's) a run takes compiled with
live=1 and its options on, to what counting alone takes and to the plain program: the table of
docs/live.md.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

import build
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llvm", default="19")
    parser.add_argument("--build", default=os.path.join(works.SOURCE, "build"))
    parser.add_argument("--modes", default=",".join(MODES), help="options of the runs, compiled with live=1")
    parser.add_argument("works", nargs="*")
    given = parser.parse_args()
    tools = build.find_toolchain(given.llvm, given.build)
    modes = given.modes.split(",")
    print("| to plain | counting | " + " | ".join("`%s`" % mode for mode in modes) + " |")
    print("|---|" + "---:|" * (1 + len(modes)))
    with tempfile.TemporaryDirectory() as folder:
        inputs = works.make_inputs(folder)
        for work in works.chosen(given.works):
            if not work.small or works.is_missing(work):
                continue
            arguments = works.expand(work.small, inputs)
            programs = []
            for name, plugin, live in (("plain", (), False), ("count", None, False), ("live", None, True)):
                out = os.path.join(folder, work.name, name)
                os.makedirs(out)
                plugin = ("-fpass-plugin=" + tools.plugin,) if plugin is None else plugin
                programs.append(compile_work(work, tools, out, plugin, live))
            log = "output=" + os.path.join(folder, "log.csv")
            plain = instructions(programs[0], arguments, None)
            cells = [instructions(programs[1], arguments, log)]
            cells += [instructions(programs[2], arguments, mode + ":" + log) for mode in modes]
            print("| %s | %s |" % (work.name, " | ".join("%.2f" % (each / plain) for each in cells)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
