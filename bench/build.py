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

How fast a program is depends on where its code happens to lie as well. So the objects
can be linked in any number of layouts, each in another order and in other places:

    OUT/pass/bump/bump-7         OUT/padding/48.o
"""

import os
import random
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

# The places that an object can have in a line of the instruction cache. Clang aligns
# functions to 16 bytes.
LINE = 64
PLACES = (16, 32, 48, 64)
# How far all can be moved in addition. Whole pages are for the kernel to choose: it
# loads a program at another address each time.
PAGE = 4096


@dataclass(frozen=True)
class Toolchain:
    """The compilers of one LLVM, and the plugin of a build."""

    llvm: str
    clang: str
    clangxx: str
    objdump: str
    plugin: str

    def compiler(self, source):
        return self.clang if source.endswith(".c") else self.clangxx


def find_toolchain(llvm, build):
    """The tools by their versioned names; ends the program where one is missing."""

    def tool(name):
        path = shutil.which("%s-%s" % (name, llvm)) or shutil.which(
            name, path="/usr/lib/llvm-%s/bin" % llvm
        )
        if not path:
            raise SystemExit(
                "bench: error: no %s-%s; apt-get install clang-%s llvm-%s"
                % (name, llvm, llvm, llvm)
            )
        return path

    plugin = os.path.join(build, "lib", "AllocSite.so")
    if not os.path.exists(os.path.join(build, "lib/allocsite/AllocSite-%s.so" % llvm)):
        raise SystemExit(
            "bench: error: '%s' is not built for LLVM %s; sh cmake/demo.sh builds it"
            " for 19" % (build, llvm)
        )
    return Toolchain(
        llvm, tool("clang"), tool("clang++"), tool("llvm-objdump"), plugin
    )


class Variant:
    """A way to compile: flags, and pass options."""

    def __init__(self, name, flags=(), options="", sources=(), libraries=()):
        self.name = name
        self.flags = tuple(flags)
        self.options = options
        self.sources = tuple(sources)  # linked in addition
        self.libraries = tuple(libraries)

    @classmethod
    def plain(cls):
        return cls("plain")

    @classmethod
    def instrumented(cls, tools, name="pass", options=""):
        return cls(name, ["-fpass-plugin=" + tools.plugin], options)


@dataclass(frozen=True)
class Layout:
    """Where the objects of a program lie. The same number and count of objects give the
    same layout; number 0 is the ordinary one."""

    number: int
    order: tuple  # of the objects, by index
    padding: tuple = ()  # bytes in front of each, in this order, from a line's start

    @classmethod
    def make(cls, number, count):
        """Orders are random. So are places, but each object has each of them once in
        four layouts: 1 to 4, 5 to 8 and so on. And so have its functions, but for those
        that other objects have as well: of these the linker takes the first."""
        if number == 0:
            return cls(0, tuple(range(count)))
        four, turn = divmod(number - 1, len(PLACES))
        places_of_four = random.Random("places %d" % four)
        places = [
            places_of_four.sample(PLACES, len(PLACES))[turn] for _ in range(count)
        ]
        rng = random.Random(number)
        order = rng.sample(range(count), count)
        padding = [places[index] for index in order]
        padding[0] += rng.randrange(0, PAGE, LINE)
        return cls(number, tuple(order), tuple(padding))

    def as_json(self):
        return {"seed": self.number, "order": self.order, "padding": self.padding}


class Program:
    """A work, compiled in one way."""

    def __init__(self, tools, work, variant, directory):
        self.tools, self.work, self.variant = tools, work, variant
        self.directory = os.path.join(directory, variant.name, work.name)
        self.padding = os.path.join(directory, "padding")
        self.path = os.path.join(self.directory, work.name)
        os.makedirs(self.directory, exist_ok=True)

    def steps(self):
        """(source, object, command) of each translation unit."""
        for source in self.work.sources + self.variant.sources:
            base = os.path.splitext(os.path.basename(source))[0]
            path = os.path.join(self.directory, base + ".o")
            command = [self.tools.compiler(source), "-O2", "-c"]
            if source.endswith((".c", ".cpp")):
                command += [f for f in self.work.flags if fits(f, source)]
            command += self.variant.flags
            source = source if os.path.isabs(source) else os.path.join(
                works.WORKS, source
            )
            yield source, path, command + [source, "-o", path]

    def environment(self):
        return dict(os.environ, ALLOCSITE_PASS_OPTIONS=self.variant.options)

    def objects(self):
        return [path for _, path, _ in self.steps()]

    def compile(self):
        """One source after the other. Raises CalledProcessError, with what the
        compiler said."""
        for _, _, command in self.steps():
            self.compile_step(command)

    def compile_step(self, command):
        run(command, self.environment())

    def layout(self, number):
        return Layout.make(number, len(self.objects()))

    def path_of(self, number):
        return "%s-%d" % (self.path, number) if number else self.path

    def padding_object(self, size):
        return os.path.join(self.padding, "%d.o" % size)

    def link(self, number=0):
        """Links in the layout of this number, whose padding is there; the path."""
        layout, objects = self.layout(number), self.objects()
        inputs = [objects[index] for index in layout.order]
        if layout.padding:
            padding = map(self.padding_object, layout.padding)
            inputs = [path for pair in zip(padding, inputs) for path in pair]
        cxx = any(not source.endswith(".c") for source, _, _ in self.steps())
        run(
            [self.tools.clangxx if cxx else self.tools.clang]
            + ["-o", self.path_of(number)]
            + inputs
            + ["-pthread"]
            + list(self.work.libraries + self.variant.libraries)
        )
        return self.path_of(number)

    def make_padding(self, size):
        """An object of nothing but so many bytes of code, from the start of a line."""
        os.makedirs(self.padding, exist_ok=True)
        run(
            [self.tools.clang, "-c", "-x", "assembler", "-"]
            + ["-o", self.padding_object(size)],
            source=".text\n.p2align 6\n.fill %d, 1, 0xcc\n"
            '.section .note.GNU-stack, "", @progbits\n' % size,
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
    """Links each program, which has been built, in the layouts of these numbers, on
    every core; the paths."""
    links = [(program, number) for number in numbers for program in programs]
    padding = {
        program.padding_object(size): (program, size)
        for program, number in links
        for size in program.layout(number).padding
    }
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda made: Program.make_padding(*made), padding.values()))
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
