#!/usr/bin/env python3
# ===- budgets.py - The instructions and the code that works may take -----===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Do the small runs of the works stay within their budgets?

    python3 bench/budgets.py              fails where one is more than 2 % above
    python3 bench/budgets.py --update     writes bench/budgets.json anew

A budget is the ratio of valgrind's instructions, on and off, of the bytes of code in the
objects, and for some sources of the compiler's instructions, to plain. Works of several
files have those of whole.py's ways as well, and works of arenas that of following these (live=1). So have Debian's Lua and SQLite, without these ways,
where their sources can be had (debian.py). It holds for the LLVM that the file names. A figure well below its budget does not fail, but is told, so
that the budget is lowered.
"""

import json
import os
from concurrent.futures import ThreadPoolExecutor

import build
import command
import compiler
import debian
import live_cost
import measure
import suite
import whole
import works

FILE = os.path.join(works.HERE, "budgets.json")
TOLERANCE = 0.02
OF_DEBIAN = ("lua", "sqlite")
OF_ARENAS = ("bump", "json", "lua", "tree")


def parse_arguments():
    parser = command.parser_with_build(__doc__)
    parser.add_argument("--out", metavar="DIR", help="for what is built and written")
    parser.add_argument("--update", action="store_true")
    parser.add_argument(
        "--compile", metavar="WORKS", help="measure the compiler for sources of these alone"
    )
    args = parser.parse_args()
    if args.update and args.compile is not None:
        parser.error("--update measures the compiler for all of them")
    return args


def measure_work(prepared, work, is_compiled):
    """Ratios to plain, by name."""
    counts = {
        run.name: measure.instructions(run) for run in prepared.runs(work, work.small)
    }
    ratios = {name: counts[name] / counts["plain"] for name in ("on", "off")}
    sizes = prepared.sizes(work)
    ratios["text"] = sizes["pass"].text / sizes["plain"].text
    if work.name in OF_ARENAS:
        ratios["live"] = measure.instructions(live_cost.run_of_live(prepared, work)) / counts["plain"]
    if work.compiled and is_compiled:
        chosen = [(work, source) for source in work.compiled]
        ratios["compile"] = compiler.ratio_of(
            compiler.measure_sources(prepared, chosen)
        )
    return ratios


def add_whole(prepared, measured):
    """What the works take where the whole program is known."""
    by_name = {work.name: ratios for work, ratios in zip(prepared.works, measured)}
    for figure in whole.Ways(prepared).figures(lambda work: work.small):
        if figure.way != "files":
            for kind, ratio in figure.as_json().items():
                by_name[figure.work]["%s %s" % (figure.way, kind)] = ratio


def judge(name, kind, ratio, budget):
    """A line of text, and whether the ratio is within the budget."""
    text = "%-12s %-11s %.3f, budget %s" % (
        name,
        kind,
        ratio,
        "none" if budget is None else "%.3f" % budget,
    )
    if budget is None:
        return text + ": MISSING, --update records it", False
    if ratio > budget * (1 + TOLERANCE):
        return text + ": EXCEEDED by %.1f %%" % (100 * (ratio / budget - 1)), False
    if ratio < budget * (1 - TOLERANCE):
        return text + ": %.1f %% below, lower it with --update" % (
            100 * (1 - ratio / budget)
        ), True
    return text, True


def read_budgets():
    if not os.path.exists(FILE):
        return {"llvm": None, "works": {}}
    with open(FILE, encoding="utf-8") as stream:
        return json.load(stream)


def write_budgets(budgets):
    with open(FILE, "w", encoding="utf-8") as stream:
        json.dump(budgets, stream, indent=1, sort_keys=True)
        stream.write("\n")


def main():
    args = parse_arguments()
    tools = build.find_toolchain(args.llvm, os.path.abspath(args.build))
    budgets = read_budgets()
    if not args.update and budgets["llvm"] != args.llvm:
        raise SystemExit("budgets: error: they are for LLVM %s" % budgets["llvm"])
    out = os.path.abspath(args.out or os.path.join(args.build, "bench", "budgets"))
    names = command.names(args.works)
    own = [name for name in names if name not in OF_DEBIAN]
    chosen = works.chosen(own) if own or not names else []
    prepared = suite.Suite(tools, out, [work for work in chosen if work.small])
    of_debian = [name for name in OF_DEBIAN if not names or name in names]
    programs = suite.Suite(
        tools, out, debian.make_works(out, of_debian, print) if of_debian else []
    )
    for text in prepared.missing + programs.missing:
        print("left out: " + text)

    suites = [(each, work) for each in (prepared, programs) for work in each.works]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        measured = list(
            pool.map(
                lambda each: measure_work(
                    *each, args.compile is None or each[1].name in command.names(args.compile)
                ),
                suites,
            )
        )
    if prepared.works:
        add_whole(prepared, measured)
    measured_works = [work for _, work in suites]
    if args.update:
        if budgets["llvm"] != args.llvm:
            budgets = {"llvm": args.llvm, "works": {}}
        for work, ratios in zip(measured_works, measured):
            budgets["works"][work.name] = {
                kind: round(ratio, 3) for kind, ratio in ratios.items()
            }
        write_budgets(budgets)
    within = True
    for work, ratios in zip(measured_works, measured):
        known = budgets["works"].get(work.name, {})
        for kind, ratio in ratios.items():
            text, good = judge(work.name, kind, ratio, known.get(kind))
            print(text)
            within = within and good
    return 0 if within else 1


if __name__ == "__main__":
    command.run("budgets", main)
