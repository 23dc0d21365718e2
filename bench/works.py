# ===- works.py - What is measured, and what it may cost ------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The works and their targets.

A work is a program with three sizes of run: one whose time is taken, one whose
instructions are counted for the table, and one small enough for the regression test
(none: not in that test).
Targets are ratios of the instrumented program, profiling, to the plain one.
"""

import os
import subprocess
import sys
from dataclasses import dataclass

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(HERE)
WORKS = os.path.join(HERE, "works")

# Targets that hold for all works together.
TEXT_TARGET = 1.15  # .text of the program's own objects
DATA_TARGET = 20  # bytes of read-only data a call
COMPILE_TARGET = 1.05  # time of the compiler at -O2
OFF_TARGET = 1.01  # wall, geometric mean of the works in OFF_WORKS

# Layouts move some works by about as much as the target leaves: so many times the rounds.
MANY = 4


@dataclass(frozen=True)
class Work:
    """A program. `{json}` in an argument is a JSON document of a megabyte, and
    `{json_small}` one of a hundredth of that."""

    name: str
    title: str
    sources: tuple  # below works/
    arguments: tuple
    counted: tuple
    small: tuple
    wall_target: float  # None: no target
    instructions_target: float
    flags: tuple = ()
    libraries: tuple = ()
    rivals: str = ""  # which kind of rival can see the allocations: arena, malloc
    scaled: tuple = ()  # arguments for rivals that are too slow for the others
    tiny: tuple = ("1",)  # the same for next to no work: what starting takes
    needs: str = ""  # a header, and the package that has it
    rounds: int = 1  # so many times those of others
    compiled: tuple = ()  # sources whose compilation the regression test counts


INTERPRETER = tuple(
    "interpreter/%s.c" % name
    for name in (
        "arena builtins code compiler lexer machine main parser table text value"
    ).split()
)
PROGRAMS = tuple(
    "interpreter/programs/%s.txt" % name
    for name in ("fib", "sieve", "sort", "strings", "tree")
)

ALL = (
    Work(
        name="bump",
        title="loop on an arena, 100 M x 32 B",
        sources=("arena/bump.cpp",),
        arguments=("100000000", "64"),
        counted=("10000000",),
        small=("3000000",),
        scaled=("1000000", "1"),
        wall_target=1.20,
        instructions_target=1.30,
        rivals="arena",
    ),
    # The same where the arena stays in the cache: nothing hides an added cycle.
    Work(
        name="bump-hot",
        title="the same, in an arena of 1 MiB",
        sources=("arena/bump.cpp",),
        arguments=("100000000", "1"),
        counted=("1000000",),
        small=(),
        wall_target=None,
        instructions_target=None,
    ),
    Work(
        name="tree",
        title="binary tree on an arena, depth 20",
        sources=("arena/tree.cpp",),
        arguments=("20", "12"),
        counted=("20", "2"),
        small=("16", "2"),
        scaled=("14", "4"),
        tiny=("1", "1"),
        compiled=("arena/tree.cpp",),
        wall_target=1.08,
        instructions_target=1.80,
        rivals="arena",
    ),
    Work(
        name="calls",
        title="fib across three files",
        sources=(
            "calls/main.cpp",
            "calls/fib_first.cpp",
            "calls/fib_second.cpp",
            "calls/fib_third.cpp",
        ),
        arguments=("38",),
        counted=("31",),
        small=("25",),
        compiled=("calls/fib_second.cpp",),
        wall_target=1.03,
        rounds=MANY,
        instructions_target=1.45,
    ),
    Work(
        name="json",
        title="RapidJSON, DOM parse",
        sources=("json/main.cpp",),
        flags=("-std=c++17", "-fdelayed-template-parsing"),
        arguments=("{json}", "60"),
        counted=("{json}", "10"),
        small=("{json_small}", "120"),
        wall_target=1.03,
        rounds=MANY,
        instructions_target=1.08,
        needs="/usr/include/rapidjson/document.h (package rapidjson-dev)",
    ),
    Work(
        name="containers",
        title="std::map, string, vector on malloc",
        sources=(
            "containers/main.cpp",
            "containers/Ledger.cpp",
            "containers/Lines.cpp",
        ),
        flags=("-std=c++20",),
        arguments=("80000",),
        counted=("20000",),
        small=("2500",),
        scaled=("12000",),
        wall_target=1.03,
        rounds=MANY,
        instructions_target=1.06,
        rivals="malloc",
    ),
    Work(
        name="interpreter",
        title="interpreter of 3,000 lines of C",
        sources=INTERPRETER,
        flags=("-std=c11",),
        libraries=("-lm",),
        arguments=("800",) + PROGRAMS,
        counted=("100",) + PROGRAMS,
        compiled=("interpreter/parser.c",),
        small=("40",) + PROGRAMS,
        wall_target=1.03,
        rounds=MANY,
        instructions_target=1.10,
    ),
)

OFF_WORKS = ("json", "containers", "interpreter")


def is_missing(work):
    """What the work needs and the machine has not, or an empty string."""
    path = work.needs.split(" ")[0]
    return work.needs if path and not os.path.exists(path) else ""


def chosen(names):
    """The works of these names, in the order of the table; all where none is given."""
    unknown = set(names) - {work.name for work in ALL}
    if unknown:
        raise SystemExit("bench: error: no work %s" % ", ".join(sorted(unknown)))
    return [work for work in ALL if not names or work.name in names]


def expand(arguments, inputs):
    """Arguments as the program gets them: inputs by name, programs by path."""
    return [
        os.path.relpath(os.path.join(WORKS, text))
        if text.endswith((".txt", ".lua", ".tcl", ".html"))
        else text.format(**inputs)
        for text in arguments
    ]


def make_inputs(directory):
    """Writes the documents that works read, where they are not there yet."""
    maker = os.path.join(SOURCE, "test", "truth", "make_json.py")
    inputs = {}
    for name, size in (("json", 1000000), ("json_small", 10000)):
        path = os.path.join(directory, name + ".json")
        inputs[name] = os.path.relpath(path)
        if not os.path.exists(path):
            text = subprocess.check_output([sys.executable, maker, str(size)])
            with open(path, "wb") as stream:
                stream.write(text)
    return inputs
