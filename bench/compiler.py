# ===- compiler.py - What the pass costs the compiler ---------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Instructions of the compiler, source by source, plain and with the pass.

Seconds of a compiler vary by more than the pass adds. Valgrind's instructions of
`clang -cc1` do not, but take a minute for each thousand millions of them.
"""

import os
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import build
import measure
import table
import works


@dataclass
class Compiled:
    """A source of a work."""

    work: str
    source: str
    plain: int  # instructions
    instrumented: int

    def ratio(self):
        return self.instrumented / self.plain

    def as_json(self):
        return {"plain": self.plain, "pass": self.instrumented}


def cc1_command(command, environment):
    """The compiler proper that the driver would run for a command."""
    said = subprocess.run(
        command + ["-###"],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    ).stderr
    (line,) = (line for line in said.splitlines() if '"-cc1"' in line)
    return tuple(shlex.split(line))


def count(program, source):
    """The instructions to compile one source of a program."""
    for of, path, command in program.steps():
        if of == os.path.join(works.WORKS, source):
            # Not over the program's own object.
            command = command[:-1] + [path + ".counted"]
            line = cc1_command(command, program.environment())
            instructions = measure.instructions(measure.Run("clang of " + source, line))
            os.remove(command[-1])
            return instructions
    raise ValueError(source)


def measure_sources(prepared, chosen):
    """Compiled of each of (work, source), in their order. On every core: nothing is
    timed."""
    jobs = [
        (program, source)
        for work, source in chosen
        for program in prepared.both(work)
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = list(pool.map(lambda job: count(*job), jobs))
    return [
        Compiled(work.name, source, *counts[2 * i : 2 * i + 2])
        for i, (work, source) in enumerate(chosen)
    ]


def measure_all(prepared):
    """Of all works, each source once, and of a main that does nothing."""
    chosen = {}
    for work in prepared.works + [build.EMPTY]:
        for source in work.sources:
            chosen.setdefault(source, work)
    return measure_sources(prepared, [(work, source) for source, work in chosen.items()])


def ratio_of(compiled):
    """All of them together."""
    return sum(c.instrumented for c in compiled) / sum(c.plain for c in compiled)


def compiler_table(compiled):
    rows = [
        (
            c.source,
            "%.1f" % (c.plain / 1e6),
            "%.1f" % (c.instrumented / 1e6),
            "%.1f" % ((c.instrumented - c.plain) / 1e6),
            table.ratio(c.ratio()),
        )
        for c in compiled
    ]
    suite = [c for c in compiled if c.work != build.EMPTY.name]
    by_work = {}
    for c in suite:
        by_work.setdefault(c.work, []).append(c)
    return table.render(
        "Millions of instructions of the compiler",
        "source,plain,with pass,added,ratio".split(","),
        rows,
        (
            ", ".join(
                "%s %.3f" % (name, ratio_of(of)) for name, of in by_work.items()
            ),
            "All: %.3f, target %.2f, met: %s."
            % (
                ratio_of(suite),
                works.COMPILE_TARGET,
                table.verdict(ratio_of(suite), works.COMPILE_TARGET),
            ),
            "Those with `main` compile the runtime as well, as the empty one shows.",
        ),
    )
