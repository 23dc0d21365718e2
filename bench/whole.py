# ===- whole.py - Builds that know the whole program -----------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What it saves to know the other files of a program.

    files     each file by itself, as the suite has it
    leaves    the same, with what the last build tells (`allocsite leaves`)
    lto       with -flto, all files as one (lto=1), to the same program plain with -flto

Works of one file know their whole program anyway and are left out. Code is that of
executables, since an object of -flto has none; the runtime's is taken off.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import build
import measure
import table

WAYS = ("files", "leaves", "lto")


@dataclass
class Figure:
    """Ratios to the plain program of the same way."""

    work: str
    way: str
    on: float
    off: float
    text: float

    def as_json(self):
        return {"on": self.on, "off": self.off, "text": self.text}


class Ways:
    """The works of `suite` that have several files, built in each way."""

    def __init__(self, suite):
        self.suite, self.tools = suite, suite.tools
        self.works = [work for work in suite.works if len(work.sources) > 1]
        lld = ["--ld-path=" + build.find_tool("ld.lld", self.tools.llvm, "lld")]
        self.lto_plain = build.Variant("lto-plain", ["-flto"], link=["-flto"] + lld)
        self.lto = build.Variant(
            "lto",
            ["-flto", *suite.instrumented.flags],
            "lto=1",
            link=["-flto", "-Wl,--load-pass-plugin=" + self.tools.plugin] + lld,
        )

        tasks = [(work, way) for way in WAYS for work in self.works + [build.EMPTY]]
        built = on_every_core(self.build, tasks)
        self.programs = {
            (work.name, way): programs for (work, way), programs in zip(tasks, built)
        }

    def build(self, work, way):
        """Plain and instrumented."""
        if way == "files":
            return self.suite.both(work)
        if way == "leaves":
            plain, _ = self.suite.both(work)
            return [plain, self.built(work, self.knowing_leaves(work))]
        return [self.built(work, self.lto_plain), self.built(work, self.lto)]

    def built(self, work, variant):
        program = self.suite.program(work, variant)
        program.compile()
        program.link()
        return program

    def knowing_leaves(self, work):
        """Compiles the work once, for the list."""
        flags = self.suite.instrumented.flags
        inventory, leaves = (
            os.path.join(self.suite.directory, "%s.%s" % (work.name, ending))
            for ending in ("jsonl", "leaves")
        )
        if os.path.exists(inventory):
            os.remove(inventory)
        told = build.Variant("inventory", flags, "inventory='%s'" % inventory)
        self.suite.program(work, told).compile()
        build.run([self.tools.command, "leaves", "--inventory", inventory, "-o", leaves])
        return build.Variant("leaves", flags, "leaves='%s'" % leaves)

    def runtime_text(self, way):
        """Of an executable that does nothing but have it."""
        plain, instrumented = self.programs[build.EMPTY.name, way]
        return text_of(instrumented) - text_of(plain)

    def figures(self, chosen_arguments):
        """Of each work and way, in this order; measured on every core."""
        tasks = [(work, way) for work in self.works for way in WAYS]
        return on_every_core(
            lambda work, way: self.figure(work, way, chosen_arguments(work)), tasks
        )

    def figure(self, work, way, arguments):
        programs = plain, instrumented = self.programs[work.name, way]
        counts = {
            run.name: measure.instructions(run)
            for run in self.suite.runs(work, arguments, programs=programs)
        }
        text = text_of(instrumented) - self.runtime_text(way)
        return Figure(
            work.name,
            way,
            counts["on"] / counts["plain"],
            counts["off"] / counts["plain"],
            text / text_of(plain),
        )


def on_every_core(function, tasks):
    """What `function` returns for each, in their order."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda task: function(*task), tasks))


def text_of(program):
    return build.object_sizes(program.path).text


def measure_all(suite):
    """None without valgrind."""
    if not measure.has_valgrind():
        return []
    return Ways(suite).figures(lambda work: work.counted)


def whole_table(figures):
    return table.render(
        "Builds that know the whole program",
        "work,way,on: instr.,off: instr.,.text".split(","),
        [
            (f.work, f.way, table.ratio(f.on), table.ratio(f.off), table.ratio(f.text))
            for f in figures
        ],
        (
            "files: each by itself. leaves: with `allocsite leaves` of the last build."
            " lto: lto=1, to plain with -flto.",
            "Sizes are of executables, less the runtime.",
        ),
    )
