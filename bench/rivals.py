# ===- rivals.py - What others cost, on the same works --------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Other heap profilers, beside AllocSite.

Arenas: two profilers that walk the stack at each allocation, see
rivals/stack_walk.cpp; they are told of each by the arena. malloc: the profilers of
Debian. A rival runs in the rounds of plain and on; where it takes more than SLOW times
the plain program it runs once instead, on less work, and what a call costs is told.
"""

import csv
import glob
import os
import shutil
import statistics
import subprocess
from dataclasses import dataclass

import build
import measure
import ratios
import table
import works

SLOW = 5
STACK_WALK = os.path.join(works.HERE, "rivals", "stack_walk.cpp")


@dataclass
class Rival:
    """A profiler: how a program is built and run for it, and what it sees."""

    name: str
    sees: str  # arena or malloc
    records: str
    unwinds: str
    package: str = ""
    variant: build.Variant = None  # None: the plain program
    prefix: tuple = ()  # of the command; {out} is a file for its output
    is_there: object = lambda: True
    slow: bool = False  # known to be: never in the rounds

    def run(self, suite, work, arguments):
        program = suite.program(work, self.variant or suite.plain)
        out = os.path.join(suite.scratch, "rival")
        command = [part.format(out=out) for part in self.prefix]
        arguments = works.expand(arguments, suite.inputs)
        return measure.Run(self.name, (*command, program.path, *arguments))


@dataclass
class Row:
    """A line of the table."""

    work: str
    name: str
    ratio: object  # ratios.Ratio, or a number where it ran once
    once: bool
    call: float  # nanoseconds that each allocation costs more than plain
    memory: float  # to plain; None where the work was scaled down
    records: str
    unwinds: str
    sees: str

    def as_json(self):
        fields = dict(self.__dict__)
        if not self.once:
            fields["ratio"] = self.ratio.as_json()
        return fields


def library(name):
    """The path of a shared library, or None."""
    found = sorted(glob.glob("/usr/lib/*/" + name) + glob.glob("/usr/lib/" + name))
    return found[0] if found else None


def has_header(tools, name):
    """Whether the compiler finds it: another package's may lie in a folder of its own."""
    looks = [tools.clang, "-E", "-x", "c", "-include", name, "/dev/null"]
    return subprocess.run(looks, capture_output=True).returncode == 0


def has(program):
    return lambda: shutil.which(program) is not None


def walker(name, macro, unwinds, flags=(), libraries=(), is_installed=lambda: True):
    variant = build.Variant(
        "walk-" + macro.lower(),
        ["-DRIVAL", "-DWALK_" + macro, *flags],
        sources=(STACK_WALK,),
        libraries=("-rdynamic", *libraries),
    )
    return Rival(
        name,
        "arena",
        "all, where it is called",
        unwinds,
        "libunwind-dev",
        variant,
        ("env", "RIVAL_CSV={out}.csv"),
        is_installed,
    )


def preloaded(name, records, unwinds, package, library_name, settings=()):
    path = library(library_name)
    return Rival(
        name,
        "malloc",
        records,
        unwinds,
        package,
        None,
        ("env", "LD_PRELOAD=%s" % path, *settings),
        lambda: path is not None,
    )


def has_memprof(tools):
    resources = subprocess.check_output(
        [tools.clang, "-print-resource-dir"], text=True
    ).strip()
    return bool(glob.glob(resources + "/lib/*/libclang_rt.memprof*.a"))


def jemalloc(name, records, sample):
    return preloaded(
        name,
        records,
        "libgcc",
        "libjemalloc2",
        "libjemalloc.so.2",
        (
            "MALLOC_CONF=prof:true,prof_final:true,lg_prof_sample:%d,"
            "prof_prefix:{out}" % sample,
        ),
    )


def all_rivals(tools):
    memprof = build.Variant(
        "memprof",
        ["-fmemory-profile", "-gline-tables-only", "-fno-omit-frame-pointer"],
        libraries=("-fmemory-profile",),
    )
    live = build.Variant.instrumented(tools, "live", "live=1")
    unwinder = ((), ("-lunwind",), lambda: has_header(tools, "libunwind.h"))
    return [
        walker("frame pointers", "POINTERS", "4 frames", ["-fno-omit-frame-pointer"]),
        walker("Skip's way, unw_backtrace", "TRACE", "4 frames", *unwinder),
        walker("Skip's way, unw_step", "STEP", "4 frames", *unwinder),
        Rival(
            "AllocSite, live=heap",
            "malloc",
            "all, and frees",
            "no",
            variant=live,
            prefix=(
                "env",
                "ALLOCSITE=1",
                "ALLOCSITE_OPTIONS=live=heap:output={out}.csv",
            ),
        ),
        preloaded(
            "(jemalloc alone)", "nothing", "no", "libjemalloc2", "libjemalloc.so.2"
        ),
        jemalloc("jemalloc, sampled", "1 in 512 KiB", 19),
        jemalloc("jemalloc, exact", "all, and frees", 0),
        preloaded(
            "(tcmalloc alone)",
            "nothing",
            "no",
            "libgoogle-perftools4",
            "libtcmalloc.so.4",
        ),
        preloaded(
            "gperftools",
            "all, and frees",
            "libunwind",
            "libgoogle-perftools4",
            "libtcmalloc.so.4",
            ("HEAPPROFILE={out}",),
        ),
        Rival(
            "heaptrack",
            "malloc",
            "all, and frees",
            "libunwind",
            "heaptrack",
            None,
            ("heaptrack", "-o", "{out}.heaptrack"),
            has("heaptrack"),
        ),
        Rival(
            "LLVM MemProf",
            "malloc",
            "all, frees, accesses",
            "frame pointers",
            "libclang-rt-%s-dev" % tools.llvm,
            memprof,
            ("env", "MEMPROF_OPTIONS=log_path={out}.memprof"),
            lambda: has_memprof(tools),
        ),
        Rival(
            "valgrind massif",
            "malloc",
            "all, as snapshots",
            "valgrind",
            "valgrind",
            None,
            ("valgrind", "-q", "--tool=massif", "--massif-out-file={out}.massif"),
            has("valgrind"),
            True,
        ),
        Rival(
            "valgrind DHAT",
            "malloc",
            "all, frees, accesses",
            "valgrind",
            "valgrind",
            None,
            ("valgrind", "-q", "--tool=dhat", "--dhat-out-file={out}.dhat"),
            has("valgrind"),
            True,
        ),
    ]


def count_allocations(suite, work, arguments):
    """How many a run makes, by AllocSite's own profile."""
    on = next(run for run in suite.runs(work, arguments) if run.name == "on")
    suite.launcher.sample(on)
    path = os.path.join(suite.scratch, "profile.csv")
    with open(path, encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    # The chunks of an arena are not what the arena's rivals are told of.
    return sum(
        int(row["call count"])
        for row in rows
        if work.rivals == "malloc" or row["allocator"] != "malloc"
    )


@dataclass
class Comparison:
    """The rivals of one work."""

    suite: object
    work: works.Work
    rounds: int
    full_calls: int = 0  # allocations of a run
    scaled_calls: int = 0

    def cost_of_call(self, rival):
        """Nanoseconds of a run for each allocation, without its start; one run."""
        tiny, scaled = (
            self.suite.launcher.sample(rival.run(self.suite, self.work, arguments))
            for arguments in (self.work.tiny, self.work.scaled)
        )
        return max(scaled.wall - tiny.wall, 0) / self.scaled_calls * 1e9

    def measure(self, candidates, quick):
        suite, work = self.suite, self.work
        self.full_calls = count_allocations(suite, work, work.arguments)
        self.scaled_calls = count_allocations(suite, work, work.scaled)
        plain, on, _ = suite.runs(work, work.arguments)
        estimate = suite.launcher.sample(plain).wall / self.full_calls * 1e9
        fast, slow = [], []
        for rival in candidates:
            if rival.slow and quick:
                continue
            cost = self.cost_of_call(rival)
            if rival.slow or cost > SLOW * estimate:
                slow.append((rival, cost))
            else:
                fast.append(rival)
        runs = [plain, on] + [r.run(suite, work, work.arguments) for r in fast]
        samples = suite.launcher.interleaved([runs] * self.rounds)
        yield self.row(samples, "on", "AllocSite", "all", "no", "arena, malloc")
        for r in fast:
            yield self.row(samples, r.name, r.name, r.records, r.unwinds, r.sees)
        wall = measure.medians(samples["plain"]).wall / self.full_calls * 1e9
        for r, cost in slow:
            yield Row(
                work.name,
                r.name,
                cost / wall,
                True,
                cost - wall,
                None,
                r.records,
                r.unwinds,
                r.sees,
            )

    def row(self, samples, key, name, records, unwinds, sees):
        plain, own = samples["plain"], samples[key]
        ratio = ratios.paired([s.wall for s in own], [s.wall for s in plain])
        wall = measure.medians(plain).wall / self.full_calls * 1e9
        memory = statistics.median(s.memory for s in own) / statistics.median(
            s.memory for s in plain
        )
        cost = (ratio.median - 1) * wall
        return Row(
            self.work.name, name, ratio, False, cost, memory, records, unwinds, sees
        )


def measure_all(suite, rounds, quick, say):
    """Rows of the table, and what is not there and how to get it."""
    candidates, missing = [], []
    for rival in all_rivals(suite.tools):
        if rival.is_there():
            candidates.append(rival)
        else:
            missing.append("%s: apt-get install %s" % (rival.name, rival.package))
    rows = []
    for work in suite.works:
        own = [rival for rival in candidates if rival.sees == work.rivals]
        if not own:
            continue
        build.build_all(
            [suite.program(work, rival.variant) for rival in own if rival.variant]
        )
        rows += Comparison(suite, work, max(rounds * 2 // 3, 5)).measure(own, quick)
        say("rivals on %s" % work.name)
    return rows, missing


def rival_table(rows, missing):
    cells = []
    for row in rows:
        if row.once:
            ratio = "%.0f, once" % row.ratio
        else:
            ratio = "%.3f [%.3f %.3f]" % (
                row.ratio.median,
                row.ratio.low,
                row.ratio.high,
            )
        cells.append(
            (
                row.work,
                row.name,
                ratio,
                "%.1f" % row.call,
                table.ratio(row.memory),
                row.records,
                row.unwinds,
                row.sees,
            )
        )
    notes = ["`once`: one run of less work, start-up taken off."]
    notes += ["not installed: " + text for text in missing]
    return table.render(
        "Rivals, to plain",
        "work,profiler,wall,ns a call,memory,records,unwinds,sees".split(","),
        cells,
        notes,
    )
