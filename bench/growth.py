# ===- growth.py - How cost grows -----------------------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What more threads, sites, contexts and frames cost.

The programs of works/growth time themselves and print `N ns`, so that start and exit
are not in it; what those take is a table of its own.
"""

import csv
import os
import re
import shutil
import statistics
import subprocess
from dataclasses import dataclass, field

import build
import measure
import ratios
import table
import works

ROUNDS = 5
THREADS = (1, 2, 4, 8)
MANY_THREADS = 200
SITES = (10, 100, 1000, 10000, 100000)
CONTEXTS = (10, 100, 1000, 10000, 100000, 1000000)
DEPTHS = (0, 1, 2, 3, 4)
SITES_A_FUNCTION = 10
SITES_A_FILE = 10000


@dataclass(frozen=True)
class Column:
    """What a table shows of a figure; `unit` is what the figure is, in the JSON."""

    name: str
    show: object = str
    unit: str = ""

    def key(self):
        return "%s, %s" % (self.name, self.unit) if self.unit else self.name


@dataclass
class Part:
    """One table. Its cells are figures, which the columns show."""

    name: str
    title: str
    columns: list
    rows: list
    notes: list = field(default_factory=list)

    def render(self):
        return table.render(
            self.title,
            [column.name for column in self.columns],
            [
                [column.show(cell) for column, cell in zip(self.columns, row)]
                for row in self.rows
            ],
            self.notes,
        )

    def as_json(self):
        return [
            {
                column.key(): cell.as_json() if hasattr(cell, "as_json") else cell
                for column, cell in zip(self.columns, row)
            }
            for row in self.rows
        ]


def growth_work(name, sources, flags=("-std=c++20",)):
    return works.Work(
        name=name,
        title=name,
        sources=tuple(sources),
        arguments=(),
        counted=(),
        small=(),
        wall_target=None,
        instructions_target=None,
        flags=flags,
    )


def own_time(run):
    """The nanoseconds that the program has printed."""
    done = subprocess.run(
        list(run.command),
        env=run.settings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    found = re.search(r"(\d+) ns", done.stdout)
    if done.returncode or not found:
        raise measure.Failed("%s: %s" % (run.command[0], done.stderr.strip()))
    return int(found[1])


class Growth:
    """Builds the programs and takes their times in rounds."""

    def __init__(self, suite):
        self.suite = suite

    def build(self, work):
        build.build_all(
            [
                self.suite.program(work, variant)
                for variant in (self.suite.plain, self.suite.instrumented)
            ]
        )

    def runs(self, work, *arguments):
        return self.suite.runs(work, tuple(str(a) for a in arguments))

    def times(self, work, *arguments):
        """Nanoseconds of plain, on and off, each a list."""
        runs = self.runs(work, *arguments)
        taken = {run.name: [] for run in runs}
        for _ in range(ROUNDS):
            for run in runs:
                taken[run.name].append(own_time(run))
        return taken

    def samples(self, work, *arguments):
        return self.suite.launcher.interleaved([self.runs(work, *arguments)] * ROUNDS)


def cells(times, allocations):
    """Nanoseconds a plain allocation, and the ratios of on and off."""
    on, off = (ratios.paired(times[name], times["plain"]) for name in ("on", "off"))
    return [
        statistics.median(times["plain"]) / allocations,
        statistics.median(times["on"]) / allocations,
        on,
        off,
    ]


CELLS = [
    Column("plain ns", "{:.2f}".format),
    Column("on ns", "{:.2f}".format),
    Column("on", lambda r: "%.3f [%.3f %.3f]" % (r.median, r.low, r.high)),
    Column("off", lambda ratio: table.ratio(ratio.median)),
]


def time_column(name):
    return Column(name, table.seconds, "seconds")


def memory_column(name):
    return Column(name, table.size, "bytes")


def thread_part(growth, quick):
    """Each thread has its own arena: whatever they share is the profiler's."""
    work = growth_work("threads", ["growth/threads.cpp"])
    growth.build(work)
    objects = 4000000 if quick else 20000000
    rows = []
    for threads in THREADS:
        times = growth.times(work, threads, objects)
        # Threads beyond the cores wait for their turn.
        turns = max(1, threads / os.cpu_count())
        rows.append([threads] + cells(times, objects * turns))
    return Part(
        "threads",
        "Threads, %d cores" % os.cpu_count(),
        [Column("threads")] + CELLS,
        rows,
        [
            "ns an allocation of one thread, times divided by the turns that threads"
            " take on the cores.",
            shared_lines(growth, work),
        ],
    )


def shared_lines(growth, work):
    """What perf c2c says of lines that two cores write to."""
    if not shutil.which("perf"):
        return "perf c2c: not installed (apt-get install linux-perf)"
    data = os.path.join(growth.suite.directory, "c2c.data")
    on = growth.runs(work, 2, 4000000)[1]
    done = subprocess.run(
        ["perf", "c2c", "record", "-o", data, "--", *on.command],
        env=on.settings(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["failed"])[-1]
        return "perf c2c does not work here (%s): compare the ratios." % reason
    text = subprocess.run(
        ["perf", "c2c", "report", "-i", data, "--stats"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ).stdout
    found = re.search(r"Load Local HITM\s*:\s*(\d+)", text)
    return "perf c2c: %s loads of lines that another core had changed" % (
        found[1] if found else "?"
    )


def thread_memory_part(growth):
    work = growth_work("threads", ["growth/threads.cpp"])
    few, many = (growth.samples(work, n, 1000) for n in (1, MANY_THREADS))
    rows = []
    for name in few:
        grown = (
            measure.medians(many[name]).memory - measure.medians(few[name]).memory
        ) / (MANY_THREADS - 1)
        rows.append([name, grown])
    return Part(
        "thread memory",
        "Resident memory that a thread adds",
        [Column("program"), memory_column("a thread")],
        rows,
        ["From 1 to %d threads that live at once." % MANY_THREADS],
    )


def write_sites(directory, count):
    """Sources with this many sites, ten in a function; paths."""
    files = max(1, count // SITES_A_FILE)
    here = os.path.join(directory, "sites-%d" % count)
    os.makedirs(here, exist_ok=True)
    header = '#include "%s"\n' % os.path.join(works.WORKS, "arena", "ObStack.h")
    paths = []
    for number in range(files):
        functions = count // files // SITES_A_FUNCTION
        lines = [header]
        for f in range(functions):
            lines.append("[[gnu::noinline]] static void f%d(ObStack &A) {\n" % f)
            for site in range(SITES_A_FUNCTION):
                size = 8 * (1 + (f + site) % 16)
                lines.append("  *(volatile char *)A.alloc(%d) = 0;\n" % size)
            lines.append("}\n")
        lines.append("void run%d(ObStack &A) {\n" % number)
        lines += ["  f%d(A);\n" % f for f in range(functions)]
        lines.append("}\n")
        paths.append(os.path.join(here, "part%d.cpp" % number))
        write_if_changed(paths[-1], "".join(lines))
    main = [
        header,
        "#include <chrono>\n#include <cstdio>\n",
        *("void run%d(ObStack &A);\n" % number for number in range(files)),
        "int main(int, char **Argv) {\n"
        "  ObStack Arena(size_t(64) << 10);\n"
        "  auto From = std::chrono::steady_clock::now();\n"
        "  for (int I = 0, N = std::atoi(Argv[1]); I < N; ++I) {\n",
        *("    run%d(Arena);\n" % number for number in range(files)),
        "  }\n"
        "  auto To = std::chrono::steady_clock::now();\n"
        "  std::chrono::nanoseconds Taken = To - From;\n"
        '  std::printf("%lld ns\\n", (long long)Taken.count());\n}\n',
    ]
    paths.append(os.path.join(here, "main.cpp"))
    write_if_changed(paths[-1], "".join(main))
    return paths


def write_if_changed(path, text):
    if os.path.exists(path):
        with open(path, encoding="utf-8") as stream:
            if stream.read() == text:
                return
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)


def site_works(growth, counts):
    made = []
    for count in counts:
        sources = write_sites(growth.suite.directory, count)
        work = growth_work("sites-%d" % count, sources)
        growth.build(work)
        made.append((count, work))
    return made


def site_part(growth, made, quick):
    rows = []
    total = 1000000 if quick else 5000000
    for count, work in made:
        rounds = total // count
        rows.append([count] + cells(growth.times(work, rounds), total))
    return Part(
        "sites",
        "Sites, taken in turn",
        [Column("sites", table.count)] + CELLS,
        rows,
        ["Ten sites a function; the plain program slows as well, as its code grows."],
    )


def start_part(growth, made):
    """The whole process: nothing done, and each site once."""
    rows = []
    for count, work in made:
        nothing, once = (growth.samples(work, rounds) for rounds in (0, 1))

        def added(samples, name, plain):
            pairs = zip(samples[name], plain["plain"])
            return statistics.median(s.wall - p.wall for s, p in pairs)

        rows.append(
            [
                count,
                measure.medians(nothing["plain"]).wall,
                added(nothing, "off", nothing),
                added(nothing, "on", nothing),
                added(once, "on", once),
                measure.medians(once["plain"]).memory,
                measure.medians(once["on"]).memory,
            ]
        )
    return Part(
        "start and exit",
        "Start and exit, added to plain",
        [
            Column("sites", table.count),
            time_column("plain"),
            time_column("off"),
            time_column("on"),
            time_column("on, each site counted and written"),
            memory_column("memory"),
            memory_column("on"),
        ],
        rows,
    )


def check_chains(growth, work, count):
    """Are the contexts as many chains? What is not told apart costs nothing."""
    on = next(run for run in growth.runs(work, count, count) if run.name == "on")
    own_time(on)
    path = measure.profile_csv(growth.suite.scratch)
    with open(path, encoding="utf-8", newline="") as stream:
        chains = {tuple(row[:4]) for row in csv.reader(stream) if row[4] == "16"}
    if len(chains) != count:
        raise measure.Failed("%d contexts are %d chains" % (count, len(chains)))


def context_part(growth, quick):
    work = growth_work("contexts", ["growth/contexts.cpp"])
    growth.build(work)
    for count in CONTEXTS:
        check_chains(growth, work, count)
    total = 1000000 if quick else 4000000
    rows = []
    for count in CONTEXTS:
        run = cells(growth.times(work, count, total), total)
        samples = growth.samples(work, count, count)
        rows.append(
            [count]
            + run
            + [
                measure.medians(samples["on"]).wall,
                measure.medians(samples["on"]).memory,
            ]
        )
    return Part(
        "contexts",
        "Contexts of one site, taken in turn",
        [Column("contexts", table.count)]
        + CELLS
        + [time_column("each once, with exit"), memory_column("memory")],
        rows,
    )


def knows_depth(suite):
    """Does the pass take the option?"""
    variant = build.Variant.instrumented(suite.tools, "depth-probe", "depth=0")
    try:
        suite.program(build.EMPTY, variant).compile()
    except build.CalledProcessError:
        return False
    return True


def depth_part(growth):
    suite = growth.suite
    columns = [Column("work"), Column("what")] + [
        Column("depth %d" % depth, table.ratio) for depth in DEPTHS
    ]
    if not knows_depth(suite):
        return Part(
            "depth", "Frames", columns, [], ["The pass has no option `depth` yet."]
        )
    rows = []
    for work in suite.works:
        if not work.small:
            continue
        variants = [
            build.Variant.instrumented(suite.tools, "depth-%d" % n, "depth=%d" % n)
            for n in DEPTHS
        ]
        programs = build.build_all([suite.program(work, v) for v in variants])
        plain = suite.program(work, suite.plain)
        arguments = works.expand(work.small, suite.inputs)
        counts = []
        for program in [plain] + programs:
            run = measure.Run("on", (program.path, *arguments))
            counts.append(
                measure.instructions(measure.with_profiling(run, suite.scratch))
            )
        text = build.program_sizes(plain).text
        runtime = suite.runtime_sizes().text
        rows.append([work.name, "instr."] + [n / counts[0] for n in counts[1:]])
        rows.append(
            [work.name, ".text"]
            + [(build.program_sizes(p).text - runtime) / text for p in programs]
        )
    return Part(
        "depth",
        "Frames that are kept, to plain",
        columns,
        rows,
        ["Instructions of the small runs of the regression test."],
    )


def measure_all(suite, quick, say):
    """Yields the parts as they are done."""
    growth = Growth(suite)
    yield thread_part(growth, quick)
    yield thread_memory_part(growth)
    say("growth: threads")
    made = site_works(growth, SITES[:-1] if quick else SITES)
    yield site_part(growth, made, quick)
    yield start_part(growth, made)
    say("growth: sites")
    yield context_part(growth, quick)
    say("growth: contexts")
    yield depth_part(growth)
    say("growth: depth")
