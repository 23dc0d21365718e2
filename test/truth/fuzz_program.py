#!/usr/bin/env python3
#===- fuzz_program.py - Makes up a program that knows its own profile ------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes a random C++ program into a directory.

    fuzz_program.py SEED DIRECTORY

Several translation units of functions of every kind of linkage that call each
other, themselves, through pointers and through the C and C++ libraries, and
allocate in loops and branches, with exceptions on the way. The program runs the
same way however it is compiled; Inputs/fuzz.h says how it counts. No call is a tail
call, unless that is asked for.
"""

import random
import sys
from pathlib import Path

PARAMETERS = "(int Depth, unsigned X)"
SHOWN_PARAMETERS = "(int, unsigned int)"


class Function:
    """One function: how it is declared, called and shown in a profile."""

    def __init__(self, rng, number, unit):
        self.number = number
        self.unit = unit
        self.kind = rng.choice(
            "global global static static anonymous namespace c member virtual "
            "template header forced".split()
        )
        self.attribute = ""
        if self.kind not in ("forced", "header") and rng.random() < 0.5:
            self.attribute = "NOINLINE "
        self.allocations = 0
        self.recursed = False
        name = "f%d" % number
        shown = name + SHOWN_PARAMETERS
        self.call = name
        if self.kind == "anonymous":
            shown = "(anonymous namespace)::" + shown
        elif self.kind == "namespace":
            self.call = "ns::" + name
            shown = "ns::" + shown
        elif self.kind == "c":
            shown = name
        elif self.kind in ("member", "virtual"):
            self.call = "s%d()->" % number + name
            shown = "S%d::" % number + shown
        elif self.kind == "template":
            self.call = name + "<%d>" % (number % 3)
            shown = "unsigned int %s<%d>%s" % (name, number % 3, SHOWN_PARAMETERS)
        self.shown = shown

    @property
    def is_local(self):
        """Seen in its own translation unit only."""
        return self.kind in ("static", "anonymous")

    @property
    def in_header(self):
        return self.kind in ("header", "forced")

    def declaration(self):
        plain = "unsigned f%d%s" % (self.number, PARAMETERS)
        if self.kind == "static":
            return "static %s;" % plain
        if self.kind == "anonymous":
            return "namespace { %s; }" % plain
        if self.kind == "namespace":
            return "namespace ns { %s; }" % plain
        if self.kind == "c":
            return 'extern "C" %s;' % plain
        if self.kind in ("member", "virtual"):
            virtual = "virtual " if self.kind == "virtual" else ""
            return "struct S%d { %s%s; };\nextern S%d *s%d();" % (
                self.number, virtual, plain, self.number, self.number,
            )  # fmt: skip
        if self.kind == "template":
            return "template <int N> %s;\nextern template unsigned f%d<%d>%s;" % (
                plain, self.number, self.number % 3, PARAMETERS,
            )  # fmt: skip
        if self.kind == "header":
            return "inline %s;" % plain
        if self.kind == "forced":
            return "ALWAYS_INLINE %s;" % plain
        return plain + ";"

    def definition(self, body):
        plain = "f%d%s {\n%s}\n" % (self.number, PARAMETERS, body)
        free = self.attribute + "unsigned " + plain
        if self.kind == "static":
            return "static " + free
        if self.kind == "anonymous":
            return "namespace {\n%s}\n" % free
        if self.kind == "namespace":
            return "namespace ns {\n%s}\n" % free
        if self.kind == "c":
            return 'extern "C" ' + free
        if self.kind in ("member", "virtual"):
            n = self.number
            return "%sunsigned S%d::%sS%d *s%d() { static S%d S; return &S; }\n" % (
                self.attribute, n, plain, n, n, n,
            )  # fmt: skip
        if self.kind == "template":
            return "template <int N> %stemplate unsigned f%d<%d>%s;\n" % (
                free, self.number, self.number % 3, PARAMETERS,
            )  # fmt: skip
        if self.kind == "header":
            return "inline unsigned " + plain
        if self.kind == "forced":
            return "ALWAYS_INLINE unsigned " + plain
        return free


class Program:
    def __init__(self, seed, tails=False):
        self.rng = random.Random(seed)
        self.tails = tails
        self.callbacks = 0
        self.units = self.rng.randrange(1, 5)
        self.functions = [
            Function(self.rng, n, self.rng.randrange(self.units))
            for n in range(self.rng.randrange(3, 25))
        ]
        self.unit_extras = [[] for _ in range(self.units)]
        self.header_extras = []

    def next_callback(self):
        self.callbacks += 1
        return self.callbacks

    # Statements. Each allocation is on a line of its own, so that a line names
    # a site, and each call is followed by work, so that none is a tail call.

    def size(self):
        return self.rng.choice(["8", "16", "24", "24", "40", "8 + X % 4 * 8", "X % 64"])

    def allocate(self, f, size=None):
        size = size or self.size()
        f.allocations += 1
        choice = self.rng.randrange(10)
        plain = {
            0: ("malloc", "malloc(%s)"),
            1: ("realloc", "realloc(malloc_, %s)"),
            2: ("operator new", "operator new(%s)"),
            3: ("operator new[]", "new char[%s]"),
            4: ("ObStack::calloc", "Arena.calloc(%s)"),
            5: ("ObStack::allocPinned", "Arena.allocPinned(%s)"),
        }.get(choice, ("ObStack::alloc", "Arena.alloc(%s)"))
        allocator, call = plain
        call = call.replace("malloc_", "nullptr") % size
        text = 'ALLOC("%s", "%s", %d, %s, %s)' % (
            allocator, f.shown, f.allocations, size, call,
        )  # fmt: skip
        if "malloc" in allocator or "realloc" in allocator:
            return "free(keep(%s));" % text
        if allocator == "operator new":
            return "operator delete(keep(%s));" % text
        if allocator == "operator new[]":
            return "delete[] static_cast<char *>(keep(%s));" % text
        return "keep(%s);" % text

    def call_to(self, f, callee, through=None):
        """A call and work after it. `through` is an expression that is called."""
        same = callee is f and not through
        call = callee.call
        if same and f.kind == "virtual":  # not through the table: who is called
            call = call.replace("->", "->S%d::" % f.number)  # must be certain
        return 'Sum += CALL("%s", %s(Depth - 1, X * 5 + %d)); ++Sink;' % (
            f.shown,
            through or call,
            self.rng.randrange(100),
        )

    def callees(self, f):
        """Whom `f` can name. Functions in the header see all but local ones;
        always-inline ones must not recurse, so they call upwards only."""
        found = []
        for g in self.functions:
            if g is f:
                continue
            if g.is_local and (f.in_header or g.unit != f.unit):
                continue
            if (f.kind == "forced" or g.kind == "forced") and g.number <= f.number:
                continue
            found.append(g)
        return found

    def statement(self, f, depth=0):
        rng = self.rng
        callees = self.callees(f)
        kinds = ["allocate"] * 4 + ["branches", "loop", "if", "switch"]
        if callees:
            kinds += ["call"] * 8 + ["pointer", "try", "guard", "worker"]
            kinds += ["for_each", "sort", "qsort"]
        if not f.recursed and f.kind != "forced":
            kinds += ["recurse"] * 2
        kinds += ["throw", "vector"]
        kind = rng.choice(kinds)
        nested = depth < 2

        if kind == "call":
            return [self.call_to(f, rng.choice(callees))]
        if kind == "recurse":
            f.recursed = True
            return [self.call_to(f, f)]
        if kind == "pointer":
            callee = rng.choice(callees)
            if callee.kind in ("member", "virtual", "forced"):
                return [self.call_to(f, callee)]
            local = "{ unsigned (*%sP)(int, unsigned) = %s;" % (
                rng.choice(["", "volatile "]), callee.call,
            )  # fmt: skip
            return [local, "  " + self.call_to(f, callee, "P"), "}"]
        if kind == "branches":
            size = self.size()
            one = self.allocate(f, size)
            # Two that become malloc(size) become one: docs/limits.md says so.
            other = self.allocate(f, size + " + 8" if "realloc(nullptr" in one else size)
            return ["if (X & 1)", "  " + one, "else", "  " + other]
        if kind == "loop" and nested:
            count = rng.choice(["2", "3", "4", "X % 5", "8"])
            body = self.statement(f, depth + 1)
            return (
                ["for (unsigned I = 0; I < %s; ++I) {" % count]
                + ["  " + line for line in body]
                + ["}"]
            )
        if kind == "if" and nested:
            body = self.statement(f, depth + 1)
            condition = "X %% %d == 0" % rng.randrange(2, 5)
            if rng.randrange(2):
                condition = "__builtin_expect(%s, 0)" % condition
            return ["if (%s) {" % condition] + body + ["}"]
        if kind == "switch" and nested:
            lines = ["switch (X % 4) {"]
            for value in range(3):
                lines += ["case %d: {" % value] + self.statement(f, depth + 1)
                lines += ["} break;"]
            return lines + ["default: ++Sink;", "}"]
        if kind == "throw" and depth:
            return ["if (X %% %d == 3) throw 1;" % rng.randrange(4, 9)]
        if kind == "try":
            return [
                "try {",
                "  " + self.call_to(f, rng.choice(callees)),
                "} catch (int) {",
                "  " + self.allocate(f),
                "}",
                "++Sink;",
            ]
        if kind == "guard" and nested:
            return (
                ['{ GUARD("%s"); (void)TheGuard;' % f.shown]
                + self.statement(f, depth + 1)
                + ["}"]
            )
        if kind in ("for_each", "sort", "qsort"):
            return self.through_library(f, kind)
        if kind == "vector":
            lines = ["{ std::vector<unsigned long> V;"]
            for _ in range(3):
                f.allocations += 1
                lines.append(
                    'LIBRARY("%s", %d, V.push_back(X));' % (f.shown, f.allocations)
                )
            return lines + ["keep(V.data()); }"]
        return [self.allocate(f)]

    def through_library(self, f, kind):
        """A callback of the program, called by a library."""
        number = self.next_callback()
        where = self.header_extras if f.in_header else self.unit_extras[f.unit]
        linkage = "inline" if f.in_header else "static"
        if kind == "qsort":
            where.append(
                "%s int compare%d(const void *A, const void *B) {\n"
                '  keep(ALLOC("ObStack::alloc", "compare%d(void const*, void const*)"'
                ", 1, 32, Arena.alloc(32)));\n"
                "  ++Sink;\n"
                "  return *(const int *)A - *(const int *)B;\n"
                "}\n" % (linkage, number, number)
            )
            # The C library stands in the chain under its own name.
            return [
                "{ int A[] = {3, 1, 2};",
                'CALL("%s", CALL("qsort", '
                "qsort(A, 3, sizeof(int), compare%d))); ++Sink; }" % (f.shown, number),
            ]
        if kind == "for_each":
            shown = "Each%d::operator()(int) const" % number
            where.append(
                "struct Each%d {\n"
                "  void operator()(int N) const {\n"
                '    keep(ALLOC("ObStack::alloc", "%s", 1, size_t(N) * 8, '
                "Arena.alloc(size_t(N) * 8)));\n"
                "    ++Sink;\n"
                "  }\n"
                "};\n" % (number, shown)
            )
            return [
                "{ int A[] = {1, 2, 3};",
                'CALL("%s", std::for_each(A, A + 3, Each%d())); ++Sink; }'
                % (f.shown, number),
            ]
        shown = "Less%d::operator()(int, int) const" % number
        where.append(
            "struct Less%d {\n"
            "  bool operator()(int A, int B) const {\n"
            '    keep(ALLOC("ObStack::alloc", "%s", 1, 48, Arena.alloc(48)));\n'
            "    ++Sink;\n"
            "    return A < B;\n"
            "  }\n"
            "};\n" % (number, shown)
        )
        return [
            "{ int A[] = {4, 1, 3, 2};",
            'CALL("%s", std::sort(A, A + 4, Less%d())); ++Sink; }' % (f.shown, number),
        ]

    def body(self, f):
        lines = ["if (--Fuel < 0 || Depth <= 0) return X;", "unsigned Sum = X;"]
        for _ in range(self.rng.randrange(1, 6)):
            lines += self.statement(f)
        last = self.callees(f)
        if not f.recursed and f.kind != "forced":
            last += [f] * 4  # to the optimiser, a loop
        if self.tails and last and self.rng.random() < 0.6:
            call = self.call_to(f, self.rng.choice(last))
            call = call.replace("Sum += ", "return ").replace(" ++Sink;", "")
            lines += ["Sink += Sum;", call]
        else:
            lines += ["Sink += Sum;", "return Sum;"]
        return "".join("  %s\n" % line for line in lines)

    def main(self):
        lines = []
        main = Function(self.rng, 0, 0)
        main.shown, main.recursed, main.kind = "main", True, "global"
        roots = [f for f in self.functions if not f.is_local or f.unit == 0]
        for depth in (3, 6, 9):
            root = self.rng.choice(roots) if roots else None
            if root:
                call = self.call_to(main, root).replace("Depth - 1", str(depth))
                lines += ["try {", "  " + call, "} catch (int) { ++Sink; }"]
        lines += [self.allocate(main)]
        if roots:
            root = self.rng.choice(roots)
            worker = Function(self.rng, 0, 0)
            worker.shown = "worker(void*)"
            call = self.call_to(worker, root).replace("Depth - 1", "4")
            self.unit_extras[0].append("")
            before = (
                "static void *worker(void *) {\n"
                "  unsigned X = 7, Sum = 0;\n"
                "  try {\n    %s\n  } catch (int) { ++Sink; }\n"
                "  Sink += Sum;\n"
                "  return nullptr;\n"
                "}\n" % call
            )
            lines += [
                "pthread_t Thread;",
                "pthread_create(&Thread, nullptr, worker, nullptr);",
                "pthread_join(Thread, nullptr);",
            ]
        else:
            before = ""
        text = "".join("  %s\n" % line for line in lines)
        return (
            before
            + "int main() {\n  unsigned X = 5, Sum = 0;\n%s  Sink += Sum;\n"
            '  printf("%%u\\n", unsigned(Sink));\n  FINISH();\n  return 0;\n}\n' % text
        )

    def files(self):
        bodies = [(f, self.body(f)) for f in self.functions]
        header = [
            "#include \"fuzz.h\"\n#include <algorithm>\n#include <cstdio>\n"
            "#include <pthread.h>\n#include <vector>\n"
        ]
        header += [f.declaration() + "\n" for f in self.functions if not f.is_local]
        header += self.header_extras
        header += [f.definition(body) for f, body in bodies if f.in_header]
        texts = {"program.h": "#pragma once\n" + "".join(header)}
        main = self.main()
        for unit in range(self.units):
            text = ['#include "program.h"\n']
            mine = [(f, b) for f, b in bodies if f.unit == unit and not f.in_header]
            text += [f.declaration() + "\n" for f, _ in mine if f.is_local]
            text += self.unit_extras[unit]
            text += [f.definition(body) for f, body in mine]
            if unit == 0:
                text.append(main)
            texts["unit%d.cpp" % unit] = "".join(text)
        return texts


def write(seed, directory, tails=False):
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in Program(seed, tails).files().items():
        (directory / name).write_text(text)


if __name__ == "__main__":
    write(int(sys.argv[1]), sys.argv[2])
