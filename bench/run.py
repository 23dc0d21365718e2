#!/usr/bin/env python3
# ===- run.py - The suite -------------------------------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures what AllocSite costs, beside what others cost.

    python3 bench/run.py                  everything, in less than 15 minutes
    python3 bench/run.py --quick          fewer rounds, shorter growth, no valgrind rivals
    python3 bench/run.py --json FILE      the figures too
    python3 bench/run.py --works bump,tree --parts suite
    python3 bench/run.py --parts compiler    its instructions; 25 minutes, no part of all

AllocSite must be built (`sh cmake/demo.sh`). Tables go to stdout, progress to stderr.
"""

import json
import os
import platform
import sys
import time

import build
import command
import compiler
import debian
import growth
import measure
import rivals
import suite
import whole
import works

PARTS = ("suite", "whole", "rivals", "growth")
LONG_PARTS = ("compiler",)


def say(text):
    print(text, file=sys.stderr, flush=True)


def parse_arguments():
    parser = command.parser_with_build(__doc__)
    parser.add_argument(
        "--parts",
        default=",".join(PARTS),
        metavar="A,B",
        help="default: %(default)s; or " + ",".join(LONG_PARTS),
    )
    parser.add_argument(
        "--rounds", type=int, help="default: 12; some works take four times as many"
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument(
        "--debian", action="store_true", help="Debian's Lua and SQLite as works too"
    )
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_args()
    args.parts = command.names(args.parts)
    if set(args.parts) - set(PARTS + LONG_PARTS):
        parser.error("parts are " + ", ".join(PARTS + LONG_PARTS))
    if args.rounds is None:
        args.rounds = 4 if args.quick else 12
    if args.rounds < 2:
        parser.error("there is no spread without two rounds")
    return args


def processor():
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as stream:
            for line in stream:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.machine()


def main():
    args = parse_arguments()
    sys.stdout.reconfigure(line_buffering=True)
    begin = time.monotonic()
    tools = build.find_toolchain(args.llvm, os.path.abspath(args.build))
    directory = os.path.join(os.path.abspath(args.build), "bench", "llvm-" + args.llvm)
    os.makedirs(directory, exist_ok=True)
    chosen = works.chosen(command.names(args.works))
    if args.debian:
        chosen += debian.make_works(directory, ("lua", "sqlite"), say)
    report = {
        "llvm": args.llvm,
        "rounds": args.rounds,
        "cores": os.cpu_count(),
        "processor": processor(),
    }
    print(
        "clang %s at -O2, %d rounds; %d cores, %s"
        % (args.llvm, args.rounds, os.cpu_count(), report["processor"])
    )

    prepared = suite.Suite(tools, directory, chosen)
    for text in prepared.missing:
        print("left out: " + text)
    results = []
    if "suite" in args.parts:
        results = prepared.measure(args.rounds, say)
        report["works"] = {r.work.name: r.as_json() for r in results}
        print(suite.speed_table(results))
        print(suite.off_table(results))
        empty = prepared.measure_compiler(build.EMPTY)
        print(suite.size_table(results, prepared.runtime_sizes(), empty))
        if not measure.has_valgrind():
            print("  no instructions: apt-get install valgrind")
    if "whole" in args.parts:
        figures = whole.measure_all(prepared)
        for figure in figures:
            of_work = report.setdefault("whole", {}).setdefault(figure.work, {})
            of_work[figure.way] = figure.as_json()
        print(whole.whole_table(figures))
    if "rivals" in args.parts:
        rows, missing = rivals.measure_all(prepared, args.rounds, args.quick, say)
        report["rivals"] = [row.as_json() for row in rows]
        print(rivals.rival_table(rows, missing))
    if "growth" in args.parts:
        for part in growth.measure_all(prepared, args.quick, say):
            report.setdefault("growth", {})[part.name] = part.as_json()
            print(part.render(), flush=True)
    if "compiler" in args.parts:
        compiled = compiler.measure_all(prepared)
        report["compiler"] = {c.source: c.as_json() for c in compiled}
        print(compiler.compiler_table(compiled), flush=True)
    report["seconds"] = round(time.monotonic() - begin)
    print("\n%d s in all" % report["seconds"])
    if args.json:
        with open(args.json, "w", encoding="utf-8") as stream:
            json.dump(report, stream, indent=1)
            stream.write("\n")


if __name__ == "__main__":
    command.run("bench", main)
