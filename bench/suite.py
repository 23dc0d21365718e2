# ===- suite.py - Plain, on and off ---------------------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The works: plain, with profiling on, and instrumented but off."""

import os
import resource
import statistics
import tempfile
import time
from dataclasses import dataclass, field

import build
import measure
import ratios
import table
import works

COMPILE_ROUNDS = 5


@dataclass
class Result:
    """What was measured of a work."""

    work: works.Work
    samples: dict = field(default_factory=dict)  # of plain, on, off, by name
    rounds: int = 0  # each with the layout of its number, from 1
    instructions: dict = field(default_factory=dict)  # the same names
    sizes: dict = field(default_factory=dict)  # build.Sizes of plain and pass
    compile: dict = field(default_factory=dict)  # seconds of plain and pass
    calls: int = 0  # call instructions in the plain program

    def wall(self, name):
        return self.paired("wall", name)

    def paired(self, what, name):
        return ratios.interval(self.pairs(what, name))

    def pairs(self, what, name):
        return [
            getattr(sample, what) / max(getattr(plain, what), 1e-6)
            for sample, plain in zip(self.samples[name], self.samples["plain"])
        ]

    def instruction_ratio(self, name):
        if not self.instructions:
            return None
        return self.instructions[name] / self.instructions["plain"]

    def memory(self, name):
        return statistics.median(sample.memory for sample in self.samples[name])

    def as_json(self):
        return {
            "title": self.work.title,
            "rounds": self.rounds,
            "seconds": {
                name: [sample.wall for sample in samples]
                for name, samples in self.samples.items()
            },
            "user_seconds": {
                name: [sample.user for sample in samples]
                for name, samples in self.samples.items()
            },
            "memory": {name: self.memory(name) for name in self.samples},
            "wall": {
                name: self.wall(name).as_json()
                for name in self.samples
                if name != "plain"
            },
            "wall_target": self.work.wall_target,
            "instructions": self.instructions,
            "instructions_target": self.work.instructions_target,
            "text": {name: sizes.text for name, sizes in self.sizes.items()},
            "read_only_data": {name: sizes.data for name, sizes in self.sizes.items()},
            "calls": self.calls,
            "compile_seconds": self.compile,
        }


class Suite:
    """Builds the works and holds what measuring needs."""

    def __init__(self, tools, directory, chosen):
        self.tools, self.directory = tools, directory
        os.makedirs(directory, exist_ok=True)
        # In memory where that can be: what a disk does is not the profiler's.
        in_memory = os.access("/dev/shm", os.W_OK)
        self.scratch_directory = tempfile.TemporaryDirectory(
            prefix="allocsite-bench-", dir="/dev/shm" if in_memory else directory
        )
        self.scratch = self.scratch_directory.name
        self.inputs = works.make_inputs(directory)
        self.launcher = measure.Launcher(tools, directory)
        self.make_variants()
        self.works = []
        self.missing = []
        for work in chosen:
            reason = works.is_missing(work)
            if reason:
                self.missing.append("%s needs %s" % (work.name, reason))
            else:
                self.works.append(work)
        self.programs = {}
        build.build_all(
            [
                program
                for work in self.works + [build.EMPTY]
                for program in self.both(work)
            ]
        )

    def make_variants(self):
        self.plain = build.Variant.plain()
        self.instrumented = build.Variant.instrumented(self.tools)

    def program(self, work, variant):
        key = work.name, variant.name
        if key not in self.programs:
            self.programs[key] = build.Program(
                self.tools, work, variant, self.directory
            )
        return self.programs[key]

    def both(self, work):
        """The programs of a work."""
        return [
            self.program(work, variant) for variant in (self.plain, self.instrumented)
        ]

    def runs(self, work, arguments, layout=0, programs=None):
        """The three of a work, in the order of the table; of programs in the layout of
        this number. `programs`: others than both(work)."""
        arguments = works.expand(arguments, self.inputs)
        plain, instrumented = (p.path_of(layout) for p in programs or self.both(work))
        off = measure.Run("off", (instrumented, *arguments))
        return [
            measure.Run("plain", (plain, *arguments)),
            measure.with_profiling(off, self.scratch),
            off,
        ]

    def sizes(self, work):
        """build.Sizes by variant, without those of the runtime."""
        sizes = {
            program.variant.name: build.program_sizes(program)
            for program in self.both(work)
        }
        sizes["pass"] -= self.runtime_sizes()
        return sizes

    def runtime_sizes(self):
        with_runtime, without = (
            build.program_sizes(self.program(build.EMPTY, variant))
            for variant in (self.instrumented, self.plain)
        )
        return with_runtime - without

    def measure_compiler(self, work):
        """Processor seconds of the compiler by variant: the least of some rounds, which
        take turns. What others do on the machine can only add to it."""
        seconds = {"plain": [], "pass": []}
        programs = self.both(work)
        for number in range(COMPILE_ROUNDS):
            for program in programs if number % 2 else reversed(programs):
                before = child_seconds()
                program.compile()
                seconds[program.variant.name].append(child_seconds() - before)
        return {name: min(times) for name, times in seconds.items()}

    def measure_time(self, work, layouts):
        """Samples of plain, on and off, by name: a round of each layout, so that what a
        place in memory does is in the interval, and is not taken for the profiler's."""
        paths = build.link_layouts(self.both(work), layouts)
        samples = self.launcher.interleaved(
            [self.runs(work, work.arguments, layout) for layout in layouts]
        )
        for path in paths:
            os.remove(path)
        return samples

    def measure(self, rounds, say):
        """`rounds`: times work.rounds for each work."""
        results = []
        for work in self.works:
            begin = time.monotonic()
            result = Result(work)
            result.sizes = self.sizes(work)
            result.calls = build.count_calls(self.program(work, self.plain))
            result.compile = self.measure_compiler(work)
            if measure.has_valgrind():
                result.instructions = {
                    run.name: measure.instructions(run)
                    for run in self.runs(work, work.counted)
                }
            result.rounds = rounds * work.rounds
            result.samples = self.measure_time(work, range(1, result.rounds + 1))
            results.append(result)
            say("%s: %.0f s" % (work.name, time.monotonic() - begin))
        return results


def child_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def speed_table(results):
    rows = []
    for r in results:
        on, off = r.wall("on"), r.wall("off")
        ir_on, ir_off = r.instruction_ratio("on"), r.instruction_ratio("off")
        rows.append(
            (
                r.work.name,
                str(r.rounds),
                table.seconds(measure.medians(r.samples["plain"]).wall),
                "%.0f%%" % (100 * ratios.spread([s.wall for s in r.samples["plain"]])),
                "%.3f [%.3f %.3f]" % (on.median, on.low, on.high),
                table.ratio(r.work.wall_target, 2),
                table.verdict(on.high, r.work.wall_target),
                "%.3f [%.3f %.3f]" % (off.median, off.low, off.high),
                table.ratio(r.paired("user", "on").median),
                table.ratio(ir_on),
                table.ratio(r.work.instructions_target, 2),
                table.verdict(ir_on, r.work.instructions_target),
                table.ratio(ir_off),
            )
        )
    return table.render(
        "Time and instructions, to plain",
        (
            "work,rounds,plain,spread,on: wall,target,met,off: wall,on: user,"
            "on: instr.,target,met,off: instr."
        ).split(","),
        rows,
        (
            "[ ] 95 % interval of paired ratios; `met` goes by its upper bound.",
            "Each round is a link of its own: other order of functions, other places.",
            "Instructions are valgrind's, of a shorter run, start and exit included.",
        ),
    )


def off_table(results):
    """Off is to cost no more than on, and next to nothing over the larger works."""
    rows = []
    chosen = [r for r in results if r.work.name in works.OFF_WORKS]
    if chosen:
        off = ratios.combined([r.pairs("wall", "off") for r in chosen])
        rows.append(
            (
                "wall, geometric mean of " + ", ".join(r.work.name for r in chosen),
                "%.3f [%.3f %.3f]" % (off.median, off.low, off.high),
                "%.2f" % works.OFF_TARGET,
                table.verdict(off.high, works.OFF_TARGET),
            )
        )
    counted = [r for r in results if r.instructions]
    for r in counted:
        ratio = r.instructions["off"] / r.instructions["on"]
        rows.append(
            (
                "instructions off / on, " + r.work.name,
                table.ratio(ratio),
                "1.00",
                table.verdict(ratio, 1),
            )
        )
    return table.render("Off", ("what", "ratio", "target", "met"), rows)


def size_table(results, runtime, empty):
    """`runtime`: its build.Sizes. `empty`: seconds to compile a program of nothing."""
    rows = []
    total = {"plain": 0.0, "pass": 0.0}
    for r in results:
        plain, instrumented = r.sizes["plain"], r.sizes["pass"]
        text = instrumented.text / plain.text
        data = (instrumented.data - plain.data) / max(r.calls, 1)
        for name in total:
            total[name] += r.compile[name]
        rows.append(
            (
                r.work.name,
                table.count(plain.text),
                table.count(instrumented.text),
                table.ratio(text),
                table.verdict(text, works.TEXT_TARGET),
                table.count(r.calls),
                table.count(instrumented.data - plain.data),
                "%.1f" % data,
                table.verdict(data, works.DATA_TARGET),
                table.size(r.memory("plain")),
                table.size(r.memory("on")),
                table.size(r.memory("off")),
                table.seconds(r.compile["plain"]),
                table.ratio(r.compile["pass"] / r.compile["plain"]),
            )
        )
    ratio = total["pass"] / total["plain"]
    return table.render(
        "Bytes, memory, and time of the compiler",
        (
            "work,.text,with pass,ratio,met,calls,data,a call,met,"
            "memory,on,off,compile,ratio"
        ).split(","),
        rows,
        (
            "Targets: .text %.2f, %d bytes of data a call, compile %.2f."
            % (works.TEXT_TARGET, works.DATA_TARGET, works.COMPILE_TARGET),
            "Compile, all works: %.3f, met: %s. An empty main takes %s, and %s with the"
            " runtime." % (
                ratio,
                table.verdict(ratio, works.COMPILE_TARGET),
                table.seconds(empty["plain"]),
                table.seconds(empty["pass"]),
            ),
            "Less what the runtime takes, once a program: %.3f."
            % (
                (total["pass"] - len(results) * (empty["pass"] - empty["plain"]))
                / total["plain"]
            ),
            "Sizes are of the program's own objects; the runtime, left out here, is"
            " %s of .text and %s of data."
            % (table.size(runtime.text), table.size(runtime.data)),
            "`calls` are the call instructions of the plain program, whether the pass"
            " gives them an id or not.",
        ),
    )
