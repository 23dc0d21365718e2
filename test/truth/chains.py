#===- chains.py - Call chains from a profile and from callgrind ------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Call chains from a profile and from callgrind, in one form that compares.

A profile names up to four frames of each allocation, and so does callgrind with
`--separate-callers`, but each folds recursion and hides frames in its own way:

    the program           main -> run -> std::sort -> less -> copy -> copy -> alloc
    the profile           copy,copy,less,run
    callgrind             alloc'copy'less'std::sort'run'main'(below main)
    in one form           copy,less,run ...      and      copy,less,run,main

The one form: no frames of the C++ library, equal neighbours are one frame, the
chain ends at `main`, four frames at most. What the profile lost by folding
leaves its chain *open*: it stands for all chains that begin so.
"""

import collections
import csv
import itertools
import re
import subprocess

FRAMES = 4
LONGER = "\u2026"  # the frames go on, but were not recorded
MALLOC_FAMILY = frozenset(
    "malloc calloc realloc reallocarray aligned_alloc posix_memalign memalign "
    "valloc strdup strndup".split()
    + ["operator new", "operator new[]"]
)


class Chain(collections.namedtuple("Chain", "frames open")):
    """Frames from the innermost outwards; `open` where more may follow."""

    __slots__ = ()

    def __str__(self):
        return ",".join(self.frames + ((LONGER,) if self.open else ()))


# --- names -------------------------------------------------------------------

_OPERATOR = re.compile(r"operator\s*(<=>|<<=|>>=|->\*|->|<<|>>|<=|>=|<|>|\(\))")


def qualified_name(name):
    """The name without return type, template arguments and parameters.

    `T* ns::pool<int>::get<T>(unsigned long) const` is `ns::pool::get`.
    """
    name = _OPERATOR.sub(lambda m: "operator@%d@" % ord(m.group(1)[0]), name)
    name = name.replace("(anonymous namespace)", "@anonymous@")
    name = re.sub(r"'(lambda|unnamed)\d*'(\([^()]*\))?", r"@\1@", name)
    while True:
        shorter = re.sub(r"<[^<>]*>", "", name)
        if shorter == name:
            break
        name = shorter
    name = re.sub(r"\bdecltype ?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "T", name)
    name = re.sub(r"\[abi:\w+\]", "", name).split("(")[0].strip()
    head, operator, tail = name.partition("operator")
    if operator and not (tail[:1].isalnum() or tail[:1] == "_"):
        return head.split(" ")[-1] + operator + tail
    return name.split(" ")[-1]


WRAPPERS = set()  # names of functions that are no frames either


def is_library(name):
    name = qualified_name(name)
    return name in WRAPPERS or name.startswith(("std::", "__gnu_cxx::"))


def family(allocator):
    """What counts as one allocator: libc's and C++'s functions, or a class."""
    if allocator in MALLOC_FAMILY:
        return "malloc"
    scope, _, method = allocator.rpartition("::")
    return scope or method


def one_form(frames, is_open):
    frames = [f for f in frames if not is_library(f)]
    frames = [f for f, _ in itertools.groupby(frames)]
    if "main" in frames:
        frames = frames[: frames.index("main") + 1]
        is_open = False
    if len(frames) >= FRAMES:
        is_open = frames[FRAMES - 1] != "main"
    return Chain(tuple(frames[:FRAMES]), is_open)


# --- the profile -------------------------------------------------------------

Row = collections.namedtuple("Row", "frames size calls total allocator site")


def read_rows(path):
    with open(path, newline="", encoding="utf-8") as stream:
        for cells in csv.DictReader(stream):
            yield Row(
                tuple(cells["pc%d" % i] for i in range(FRAMES)),
                int(cells["bytes allocated"]),
                int(cells["call count"]),
                int(cells["total bytes"]),
                cells["allocator"],
                cells["site"],
            )


def chain_of_row(row):
    frames = list(itertools.takewhile(lambda f: f not in ("-", LONGER), row.frames))
    return one_form(frames, row.frames[-1] != "-")


def profile_counts(path, allocators):
    counts = collections.Counter()
    for row in read_rows(path):
        if row.allocator in allocators:
            counts[chain_of_row(row)] += row.calls
    return counts


# --- callgrind ---------------------------------------------------------------


def demangle(names, cxxfilt):
    text = subprocess.run(
        [cxxfilt], input="\n".join(names), capture_output=True, text=True, check=True
    ).stdout
    return dict(zip(names, text.splitlines()))


def read_calls(path):
    """Yields (object of the caller, context of the callee, calls).

    A context is the tuple of mangled names from the callee outwards. callgrind
    writes each name once, `(12) name`, and then only its number; functions have
    one list of numbers and objects another. `calls=` belongs to the `cfn=`
    before it, and both to the last `fn=` and `ob=`.
    """
    names = {"fn": {}, "ob": {}}

    def resolve(kind, text):
        number, _, name = text.partition(" ")
        if not number.startswith("("):
            return text
        if name:
            names[kind][number] = name
        return names[kind][number]

    caller_object = callee = None
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            key, equals, value = line.rstrip("\n").partition("=")
            if not equals:
                continue
            if key == "ob":
                caller_object = resolve("ob", value)
            elif key == "cob":
                resolve("ob", value)
            elif key == "fn":
                yield caller_object, tuple(resolve("fn", value).split("'")), 0
            elif key == "cfn":
                callee = tuple(resolve("fn", value).split("'"))
            elif key == "calls":
                yield caller_object, callee, int(value.split()[0])


def callgrind_counts(path, allocators, cxxfilt):
    """Counts of the outermost calls to `allocators` from the program's object."""
    calls = list(read_calls(path))
    mangled = sorted({name for _, context, _ in calls for name in context})
    plain = demangle(mangled, cxxfilt)
    qualified = {name: qualified_name(plain[name]) for name in mangled}
    program = {o for o, context, n in calls if n == 0 and context[0] == "main"}
    own = {c[0] for o, c, n in calls if n == 0 and o in program}
    deepest = max(len(context) for _, context, _ in calls)

    counts = collections.Counter()
    for caller_object, context, number in calls:
        allocator = qualified[context[0]]
        if not number or allocator not in allocators or caller_object not in program:
            continue
        caller = qualified[context[1]]
        if caller in allocators | MALLOC_FAMILY and family(caller) == family(allocator):
            continue
        frames = as_called(context[1:], own)
        cut_off = len(context) == deepest and len(frames) == deepest - 1
        counts[one_form([plain[f] for f in frames], cut_off)] += number
    return counts


def as_called(frames, own):
    """Of the frames of another object, those that the program called itself.

    `compare'msort_with_tmp'qsort_r'qsort'sorter` is `compare,qsort,sorter`. What
    started the program, or a thread of it, was not called by it.
    """
    kept = []
    for is_own, run in itertools.groupby(frames, own.__contains__):
        run = list(run)
        kept += run if is_own else run[-1:]
    if kept and kept[-1] not in own:
        kept.pop()
    return kept


# --- the comparison ----------------------------------------------------------


def differences(profile, truth, frames=FRAMES):
    """Yields a line for each chain whose counts differ.

    An open chain of fewer than `frames` frames is compared as the sum of all that
    begins with it; within that sum no chain may have more than the truth says.
    """
    short = {c.frames for c in profile if c.open and len(c.frames) < frames}

    def group(chain):
        prefixes = (chain.frames[:n] for n in range(len(chain.frames) + 1))
        prefix = next((p for p in prefixes if p in short), None)
        return chain if prefix is None else Chain(prefix, True)

    def grouped(counts):
        sums = collections.Counter()
        for chain, number in counts.items():
            sums[group(chain)] += number
        return sums

    for chain in truth:
        if chain.open and len(chain.frames) < frames:
            yield "%s: callgrind saw too few callers" % (chain,)
    ours, theirs = grouped(profile), grouped(truth)
    for chain in sorted(ours.keys() | theirs.keys()):
        if ours[chain] != theirs[chain]:
            yield "%s: %d in the profile, %d in truth" % (
                chain,
                ours[chain],
                theirs[chain],
            )
    for chain, number in sorted(profile.items()):
        if chain == group(chain):
            continue
        if chain.open and len(chain.frames) < frames:
            begin = chain.frames
            most = sum(n for c, n in truth.items() if c.frames[: len(begin)] == begin)
        else:
            most = truth[chain]
        if number > most:
            yield "%s: %d in the profile, at most %d in truth" % (chain, number, most)
