# ===- build.py - Compiles works, plain and with the pass -----------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles works, and says what the pass did to their objects.

The objects of a work lie side by side:

    OUT/plain/bump/bump.o        OUT/plain/bump/bump
    OUT/pass/bump/bump.o         OUT/pass/bump/bump

The sizes are those of objects, not of executables: nothing of libc is in them. The
object that defines `main` holds the runtime as well; its size is known from a program
of an empty `main` and is taken off.

How fast a program is depends on where its code happens to lie as well. So it can be
linked in any number of layouts. In each the functions, with some padding between them,
are in another random order, by lld's --shuffle-sections:

    OUT/pass/bump/bump-7         OUT/pass/bump/apart/{bump,padding}.o
"""

import os
import re
import shutil
import struct
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from subprocess import CalledProcessError

import works

SHF_WRITE, SHF_ALLOC, SHF_EXECINSTR = 1, 2, 4
SHT_NOBITS = 8

# Bytes of the pieces of padding in a layout: clang aligns functions to 16, and a line of
# the instruction cache has 64.
PADDING = (16, 32, 48) * 32


@dataclass(frozen=True)
class Toolchain:
    """The compilers of one LLVM, and the plugin of a build."""

    llvm: str
    clang: str
    clangxx: str
    objdump: str
    plugin: str
    command: str  # allocsite

    def compiler(self, source):
        return self.clang if source.endswith(".c") else self.clangxx


def find_tool(name, llvm, package):
    """By its versioned name; ends the program where it is missing."""
    path = shutil.which("%s-%s" % (name, llvm)) or shutil.which(
        name, path="/usr/lib/llvm-%s/bin" % llvm
    )
    if not path:
        raise SystemExit(
            "bench: error: no %s-%s; apt-get install %s-%s" % (name, llvm, package, llvm)
        )
    return path


def find_toolchain(llvm, build):
    """Ends the program where something is missing."""
    plugin = os.path.join(build, "lib", "AllocSite.so")
    if not os.path.exists(os.path.join(build, "lib/allocsite/AllocSite-%s.so" % llvm)):
        raise SystemExit(
            "bench: error: '%s' is not built for LLVM %s; sh cmake/demo.sh builds it"
            " for 19" % (build, llvm)
        )
    return Toolchain(
        llvm,
        find_tool("clang", llvm, "clang"),
        find_tool("clang++", llvm, "clang"),
        find_tool("llvm-objdump", llvm, "llvm"),
        plugin,
        os.path.join(build, "bin", "allocsite"),
    )


class Variant:
    """A way to compile and link: flags, and pass options."""

    def __init__(self, name, flags=(), options="", sources=(), libraries=(), link=()):
        self.name = name
        self.flags = tuple(flags)
        self.link = tuple(link)
        self.options = options
        self.sources = tuple(sources)  # linked in addition
        self.libraries = tuple(libraries)

    @classmethod
    def plain(cls):
        return cls("plain")

    @classmethod
    def instrumented(cls, tools, name="pass", options=""):
        return cls(name, ["-fpass-plugin=" + tools.plugin], options)


class Program:
    """A work, compiled in one way."""

    def __init__(self, tools, work, variant, directory):
        self.tools, self.work, self.variant = tools, work, variant
        self.directory = os.path.join(directory, variant.name, work.name)
        self.apart = os.path.join(self.directory, "apart")
        self.padding = os.path.join(self.apart, "padding.o")
        self.path = os.path.join(self.directory, work.name)
        os.makedirs(self.apart, exist_ok=True)

    def steps(self, apart=False):
        """(source, object, command) of each translation unit; `apart`: with a section
        for each function."""
        for source in self.work.sources + self.variant.sources:
            base = os.path.splitext(os.path.basename(source))[0]
            path = os.path.join(self.apart if apart else self.directory, base + ".o")
            command = [self.tools.compiler(source), "-O2", "-c"]
            if source.endswith((".c", ".cpp")):
                command += [f for f in self.work.flags if fits(f, source)]
            command += self.variant.flags
            if apart:
                command.append("-ffunction-sections")
            source = source if os.path.isabs(source) else os.path.join(
                works.WORKS, source
            )
            yield source, path, command + [source, "-o", path]

    def environment(self):
        return dict(os.environ, ALLOCSITE_PASS_OPTIONS=self.variant.options)

    def objects(self, apart=False):
        return [path for _, path, _ in self.steps(apart)]

    def compile(self):
        """One source after the other. Raises CalledProcessError, with what the
        compiler said."""
        for _, _, command in self.steps():
            self.compile_step(command)

    def compile_step(self, command):
        run(command, self.environment())

    def path_of(self, number):
        return "%s-%d" % (self.path, number) if number else self.path

    def link(self, number=0):
        """Links in the layout of this number; the path. But for the ordinary one,
        compile_apart() comes first."""
        inputs, options = self.objects(), []
        if number:
            inputs = self.objects(apart=True) + [self.padding]
            lld = find_tool("ld.lld", self.tools.llvm, "lld")
            shuffle = "-Wl,--shuffle-sections=.text*=%d" % number
            options = ["--ld-path=" + lld, shuffle]
        cxx = any(not source.endswith(".c") for source, _, _ in self.steps())
        run(
            [self.tools.clangxx if cxx else self.tools.clang]
            + options
            + list(self.variant.link)
            + ["-o", self.path_of(number)]
            + inputs
            + ["-pthread"]
            + list(self.work.libraries + self.variant.libraries),
            self.environment(),
        )
        return self.path_of(number)

    def compile_apart(self):
        """The objects for layouts."""
        for _, _, command in self.steps(apart=True):
            self.compile_step(command)
        sections = (
            '.section .text.padding.%d,"ax",@progbits\n.p2align 4\n.fill %d, 1, 0xcc\n'
            % piece
            for piece in enumerate(PADDING)
        )
        run(
            [self.tools.clang, "-c", "-x", "assembler", "-", "-o", self.padding],
            source="".join(sections) + '.section .note.GNU-stack,"",@progbits\n',
        )


def fits(flag, source):
    """Flags of a language's version are for sources of that language."""
    if not flag.startswith("-std="):
        return True
    return flag.startswith("-std=c++") == source.endswith(".cpp")


def run(command, environment=None, source=None):
    """`source` is what the command reads, if anything."""
    done = subprocess.run(
        command,
        env=environment,
        input=source,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        raise CalledProcessError(done.returncode, command, done.stdout)


def build_all(programs):
    """Builds on every core; returns the same programs."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        steps = [
            pool.submit(program.compile_step, command)
            for program in programs
            for _, _, command in program.steps()
        ]
        for step in steps:
            step.result()
        list(pool.map(Program.link, programs))
    return programs


def link_layouts(programs, numbers):
    """Compiles the programs for layouts, and links each in those of these numbers, on
    every core; the paths."""
    links = [(program, number) for number in numbers for program in programs]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(Program.compile_apart, programs))
        return list(pool.map(lambda link: Program.link(*link), links))


@dataclass
class Sizes:
    """Bytes of objects: code, constants, and tables for unwinding."""

    text: int = 0
    data: int = 0
    unwind: int = 0

    def __add__(self, other):
        return Sizes(
            self.text + other.text,
            self.data + other.data,
            self.unwind + other.unwind,
        )

    def __sub__(self, other):
        return Sizes(
            self.text - other.text,
            self.data - other.data,
            self.unwind - other.unwind,
        )


def section_headers(image):
    """(name, type, flags, size) of each section of a 64-bit ELF file."""
    (table,) = struct.unpack_from("<Q", image, 0x28)
    size, count, names = struct.unpack_from("<HHH", image, 0x3A)
    headers = [
        struct.unpack_from("<IIQQQQ", image, table + i * size) for i in range(count)
    ]
    text = headers[names][4]
    for name, kind, flags, _, _, length in headers:
        end = image.index(b"\0", text + name)
        yield image[text + name : end].decode(), kind, flags, length


def object_sizes(path):
    """Constants that hold addresses (.data.rel.ro) are constants all the same."""
    sizes = Sizes()
    with open(path, "rb") as stream:
        image = stream.read()
    for name, kind, flags, length in section_headers(image):
        if not flags & SHF_ALLOC or kind == SHT_NOBITS:
            continue
        if flags & SHF_EXECINSTR:
            sizes.text += length
        elif name.startswith(".eh_frame"):
            sizes.unwind += length
        elif not flags & SHF_WRITE or name.startswith(".data.rel.ro"):
            sizes.data += length
    return sizes


def program_sizes(program):
    return sum((object_sizes(path) for path in program.objects()), Sizes())


def count_calls(program):
    """Call instructions in the objects."""
    text = subprocess.check_output(
        [program.tools.objdump, "-d", "--no-show-raw-insn"] + program.objects(),
        text=True,
    )
    return len(re.findall(r"\tcallq?\s", text))


EMPTY = works.Work(
    name="empty",
    title="a main that does nothing",
    sources=("empty/main.cpp",),
    arguments=(),
    counted=(),
    small=(),
    wall_target=0,
    instructions_target=0,
)
