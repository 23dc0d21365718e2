#!/usr/bin/env python3
# ===- ablate.py - What each mechanism of the pass saves ------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What do the works take without each mechanism of pass/support/Mechanisms.inc?

    python3 bench/ablate.py                                  suite, each alone, and all
    python3 bench/ablate.py --debian                         Debian's programs as well
    python3 bench/ablate.py --without gates,entries+gates    one, and two together
    python3 bench/ablate.py --works json,lua --sizes         no runs: .text alone

A cell is what comes on top without the mechanism: instructions with the profiler off
(valgrind's, start and exit included), and bytes of .text, both in hundredths of the plain
program's. `=`: the objects are the same. A mechanism that saves anything has positive
figures. It stays if it saves 0.3 of instructions or 1 of .text in two programs of others
(json, lua, sqlite, …), or 5 in a work on an arena.
"""

import filecmp
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor

import build
import command
import debian
import measure
import suite
import table
import works

LIST = os.path.join(works.SOURCE, "pass", "support", "Mechanisms.inc")


def mechanisms():
    with open(LIST, encoding="utf-8") as stream:
        return re.findall(r'^MECHANISM\(\w+, "([a-z-]+)"', stream.read(), re.M)


def parse_arguments():
    parser = command.parser_with_build(__doc__)
    parser.add_argument("--out", metavar="DIR", help="for what is built and written")
    parser.add_argument("--debian", action="store_true", help="Debian's programs too")
    parser.add_argument("--without", default="", metavar="A,B+C", help="default: each")
    parser.add_argument("--sizes", action="store_true", help="no runs")
    return parser.parse_args()


def instructions(prepared, work, program):
    """Of a short run that does not profile."""
    arguments = works.expand(work.small or work.counted, prepared.inputs)
    return measure.instructions(measure.Run("off", (program.path, *arguments)))


def are_same(one, other):
    """The options are not in the objects: equal code is equal bytes."""
    return all(
        filecmp.cmp(first, second, shallow=False)
        for first, second in zip(one.objects(), other.objects())
    )


def ablate(prepared, work, names, with_runs):
    """(instructions, .text) on top by names, or None where the objects are the same."""
    plain, whole = prepared.both(work)
    programs = [
        build.Program(
            prepared.tools,
            work,
            build.Variant.instrumented(
                prepared.tools,
                "without-%d" % number,  # All names together are longer than a path may be.
                "without=" + each.replace("+", ","),
            ),
            prepared.directory,
        )
        for number, each in enumerate(names)
    ]
    build.build_all(programs)
    chosen = [each for each in programs if not are_same(whole, each)]
    counts = {}
    if with_runs:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = [plain, whole] + chosen
            found = pool.map(lambda each: instructions(prepared, work, each), runs)
            counts = {each.path: count for each, count in zip(runs, found)}
    sizes = {each.path: build.program_sizes(each).text for each in [plain, whole] + chosen}
    result = {}
    for name, program in zip(names, programs):
        if program in chosen:
            result[name] = tuple(
                100 * (of[program.path] - of[whole.path]) / of[plain.path] if of else None
                for of in (counts, sizes)
            )
    return result


def cell(figures):
    if figures is None:
        return "="
    return " / ".join("-" if each is None else "%+.1f" % round(each, 1) for each in figures)


def main():
    args = parse_arguments()
    tools = build.find_toolchain(args.llvm, os.path.abspath(args.build))
    known = mechanisms()
    names = command.names(args.without)
    names = names or known + ["+".join(known)]
    out = os.path.abspath(args.out or os.path.join(args.build, "bench", "ablate"))
    os.makedirs(out, exist_ok=True)
    wanted = command.names(args.works)
    of_debian = [name for name in wanted if name in debian.MAKERS]
    chosen = []
    if not wanted or len(of_debian) < len(wanted):
        chosen = works.chosen([name for name in wanted if name not in of_debian])
    if not wanted:
        # Its runs differ from those of bump by the place in memory alone.
        chosen = [work for work in chosen if work.name != "bump-hot"]
    if args.debian or of_debian:
        chosen += debian.make_works(out, of_debian, print)
    prepared = suite.Suite(tools, out, chosen)
    for text in prepared.missing:
        print("left out: " + text)
    found = []
    for work in prepared.works:
        found.append(ablate(prepared, work, names, not args.sizes))
        print("measured: " + work.name, file=sys.stderr)
    rows = [
        ("all" if name.count("+") >= len(known) - 1 else name,)
        + tuple(cell(of.get(name)) for of in found)
        for name in names
    ]
    print(
        table.render(
            "Without each mechanism: instructions off / .text, hundredths of plain",
            ["without"] + [work.name for work in prepared.works],
            rows,
        )
    )


if __name__ == "__main__":
    command.run("ablate", main)
