#!/usr/bin/env python3
# ===- objects.py - Do two builds of the pass make the same objects? ------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""For a change of the pass that is to change no code.

    python3 bench/objects.py BUILD OTHER        fails where an object differs

Compiles the sources of all works by the plugins of both builds, and compares the objects
byte by byte. The runtime may be another: it is in the object that defines `main`, so `main`
has another name here.
"""

import filecmp
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor

import build
import command
import works

WITHOUT_RUNTIME = "-Dmain=main_of_the_program"


def parse_arguments():
    parser = command.parser(__doc__)
    parser.add_argument("builds", nargs=2, metavar="BUILD")
    parser.add_argument("--flags", default="", help="further ones of the compiler")
    return parser.parse_args()


def compile_all(tools, chosen, flags, directory):
    """Paths of objects by source."""
    variant = build.Variant.instrumented(tools)
    variant.flags += (WITHOUT_RUNTIME, *flags.split())
    programs = [build.Program(tools, work, variant, directory) for work in chosen]
    steps = [(program, step) for program in programs for step in program.steps()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda each: each[0].compile_step(each[1][2]), steps))
    return {
        (program.work.name, source): path for program, (source, path, _) in steps
    }


def main():
    args = parse_arguments()
    chosen = works.chosen(command.names(args.works))
    chosen = [work for work in chosen if not works.is_missing(work)]
    differ = 0
    with tempfile.TemporaryDirectory(prefix="allocsite-objects-") as directory:
        made = []
        for number, path in enumerate(args.builds):
            tools = build.find_toolchain(args.llvm, os.path.abspath(path))
            made.append(
                compile_all(tools, chosen, args.flags, os.path.join(directory, str(number)))
            )
        for key, path in made[0].items():
            if not filecmp.cmp(path, made[1][key], shallow=False):
                differ += 1
                print("%s of %s differs" % (key[1], key[0]))
    print("%d of %d objects differ" % (differ, len(made[0])))
    return 1 if differ else 0


if __name__ == "__main__":
    command.run("objects", main)
