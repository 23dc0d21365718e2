#!/usr/bin/env python3
# ===- machines.py - What the pass costs on another machine ---------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Instructions and bytes of code on AArch64 beside x86-64, as ratios to plain.

    python3 bench/machines.py                 the works, and Debian's Lua
    python3 bench/machines.py --works lua,containers
    python3 bench/machines.py --cpu cortex-a53    without atomic instructions

The small runs of the works, compiled for each machine. qemu runs and counts both (packages
qemu-user and g++-aarch64-linux-gnu), by a plugin (qemu_insn.c): so the C library is the same, and
what valgrind replaces is not in it. Says nothing of time.
"""

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

import build
import command
import debian
import measure
import suite
import table
import works

MACHINES = ("x86_64", "aarch64")


def parse_arguments():
    parser = command.parser_with_build(__doc__)
    parser.add_argument("--out", metavar="DIR", help="for what is built and written")
    parser.add_argument("--cpu", default="max", help="of AArch64, as qemu names it")
    return parser.parse_args()


class OfMachine(suite.Suite):
    """The works, compiled for a machine."""

    def __init__(self, tools, directory, chosen, machine, cpu):
        self.machine, self.cpu = machine, cpu
        self.counter = os.path.join(directory, "qemu_insn.so")
        super().__init__(tools, os.path.join(directory, machine), chosen)

    def make_variants(self):
        target = "--target=%s-linux-gnu" % self.machine
        lld = "--ld-path=" + build.find_tool("ld.lld", self.tools.llvm, "lld")
        link = (target, lld, "-Wno-unused-command-line-argument")
        self.plain = build.Variant("plain", [target], link=link)
        self.instrumented = build.Variant(
            "pass", [target, "-fpass-plugin=" + self.tools.plugin], link=link
        )

    def count(self, run):
        """The instructions of a run."""
        emulator = ["qemu-" + self.machine, "-plugin", self.counter]
        if self.machine == "aarch64":
            emulator += ["-cpu", self.cpu, "-L", "/usr/aarch64-linux-gnu"]
        done = subprocess.run(
            emulator + list(run.command),
            env=run.settings(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        found = re.search(r"^instructions: (\d+)$", done.stderr, re.MULTILINE)
        if done.returncode or not found:
            raise measure.Failed(
                "%s of %s: status %d: %s"
                % (run.name, self.machine, done.returncode, done.stderr.strip()[-300:])
            )
        return int(found[1])

    def ratios(self, work):
        """Of on, off and text, by name."""
        counts = {run.name: self.count(run) for run in self.runs(work, work.small)}
        sizes = self.sizes(work)
        return {
            "on": counts["on"] / counts["plain"],
            "off": counts["off"] / counts["plain"],
            "text": sizes["pass"].text / sizes["plain"].text,
        }


def main():
    args = parse_arguments()
    tools = build.find_toolchain(args.llvm, os.path.abspath(args.build))
    out = os.path.abspath(args.out or os.path.join(args.build, "bench", "machines"))
    os.makedirs(out, exist_ok=True)
    counter = os.path.join(works.HERE, "qemu_insn.c")
    build.run(
        [tools.clang, "-O2", "-shared", "-fPIC", counter, "-o", os.path.join(out, "qemu_insn.so")]
    )
    names = command.names(args.works)
    own = [name for name in names if name != "lua"]
    chosen = [w for w in (works.chosen(own) if own or not names else []) if w.small]
    if not names or "lua" in names:
        chosen += debian.make_works(out, ["lua"], print)
    suites = [OfMachine(tools, out, chosen, each, args.cpu) for each in MACHINES]
    rows = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for work in chosen:
            here, there = pool.map(lambda each: each.ratios(work), suites)
            row = [work.name]
            for kind in ("on", "off", "text"):
                row += [
                    table.ratio(here[kind]),
                    table.ratio(there[kind]),
                    table.ratio(there[kind] / here[kind], 2),
                ]
            rows.append(row)
    print(
        table.render(
            "To plain, %s and %s (%s)" % (*MACHINES, args.cpu),
            "work,on: x86_64,aarch64,of it,off: x86_64,aarch64,of it,text: x86_64,aarch64,of it".split(","),
            rows,
            ("Instructions that qemu runs; bytes of code in objects.",),
        )
    )
    return 0


if __name__ == "__main__":
    command.run("machines", main)
