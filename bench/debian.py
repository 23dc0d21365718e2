# ===- debian.py - Programs of Debian as works ----------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Lua, SQLite, Tcl and HTML Tidy, from Debian's sources, as further works.

`apt-get source` needs source packages in the list of apt and `dpkg-dev`; what cannot
be had is named and left out. Sources that lie unpacked where they would be brought to are taken
as they are.
"""

import glob
import os
import shlex
import shutil
import subprocess
import tempfile

import works

LUA = dict(
    name="lua",
    title="Lua of Debian",
    flags=("-DLUA_USE_POSIX", "-Wno-everything"),
    libraries=("-lm", "-ldl"),
    arguments=(os.path.join("debian", "objects.lua"), "150"),
    counted=(os.path.join("debian", "objects.lua"), "4"),
    small=(os.path.join("debian", "objects.lua"), "2"),
    scaled=(os.path.join("debian", "objects.lua"), "2"),
    tiny=(os.path.join("debian", "objects.lua"), "0"),
    rivals="malloc",
    wall_target=None,
    instructions_target=None,
)
LUA_TREES = dict(
    LUA,
    name="lua-trees",
    title="Lua of Debian, only objects",
    arguments=(os.path.join("debian", "trees.lua"), "18"),
    counted=(os.path.join("debian", "trees.lua"), "12"),
    small=(os.path.join("debian", "trees.lua"), "10"),
)
SQLITE = dict(
    name="sqlite",
    title="SQLite of Debian",
    flags=("-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION", "-Wno-everything"),
    libraries=("-lm",),
    arguments=("100000",),
    counted=("3000",),
    small=("1000",),
    wall_target=None,
    instructions_target=None,
)
TCL = dict(
    name="tcl",
    title="Tcl of Debian",
    libraries=("-lz", "-lm", "-ldl"),
    arguments=(os.path.join("debian", "objects.tcl"), "100"),
    counted=(os.path.join("debian", "objects.tcl"), "2"),
    small=(),
    wall_target=None,
    instructions_target=None,
)
PAGE = os.path.join("debian", "page.html")
TIDY = dict(
    name="tidy",
    title="HTML Tidy of Debian",
    # Debian's cmake defines these.
    flags=(
        '-DLIBTIDY_VERSION="5"',
        '-DRELEASE_DATE="none"',
        "-DSUPPORT_CONSOLE_APP=1",
        "-DSUPPORT_UTF16_ENCODINGS=1",
        "-DSUPPORT_ASIAN_ENCODINGS=1",
        "-Wno-everything",
    ),
    arguments=("-quiet",) + (PAGE,) * 2000,
    counted=("-quiet",) + (PAGE,) * 50,
    small=(),
    wall_target=None,
    instructions_target=None,
)


def get_source(package, directory):
    """The directory that the package was unpacked to."""

    pattern = os.path.join(package + "-*", "")
    found = glob.glob(os.path.join(directory, pattern))
    if not found:
        # Elsewhere first: what is cut off in the middle is no source.
        with tempfile.TemporaryDirectory(dir=directory) as place:
            subprocess.run(
                ["apt-get", "-q", "source", package],
                cwd=place,
                check=True,
                timeout=120,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for top in glob.glob(os.path.join(place, pattern)):
                found.append(shutil.move(os.path.normpath(top), directory))
    if not found:
        raise OSError("apt-get source %s has unpacked nothing" % package)
    return found[0]


def make_lua(directory, settings=LUA):
    top = get_source("lua5.4", directory)
    # Debian's build writes this header.
    with open(os.path.join(top, "src", "lua5.4-deb-multiarch.h"), "w") as stream:
        stream.write('#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"\n')
    sources = sorted(
        path
        for path in glob.glob(os.path.join(top, "src", "*.c"))
        if os.path.basename(path) != "luac.c"
    )
    return works.Work(sources=tuple(sources), **settings)


def make_lua_trees(directory):
    return make_lua(directory, LUA_TREES)


def make_sqlite(directory):
    top = get_source("sqlite3", directory)
    made = os.path.join(top, "sqlite3.c")
    if not os.path.exists(made):
        for command in (["./configure"], ["make", "sqlite3.c"]):
            subprocess.run(
                command,
                cwd=top,
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
    settings = dict(SQLITE, flags=SQLITE["flags"] + ("-I" + top,))
    return works.Work(sources=(made, "debian/database.c"), **settings)


def make_tcl(directory):
    """What its makefile would compile, and how: the union of all flags, each once."""
    unix = os.path.join(get_source("tcl8.6", directory), "unix")
    if not os.path.exists(os.path.join(unix, "Makefile")):
        subprocess.run(
            ["./configure", "--disable-shared", "--disable-load"],
            cwd=unix,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    steps = subprocess.check_output(["make", "-n", "-B", "tclsh"], cwd=unix, text=True)
    sources, flags = {}, {}
    for line in steps.replace("\\\n", " ").splitlines():
        words = shlex.split(line)
        if "-c" in words and words[-1].endswith(".c"):
            if words[-1].endswith("StubLib.c"):
                continue  # For extensions.
            sources[os.path.join(unix, words[-1])] = None
            flags.update((word, None) for word in words if word.startswith(("-D", "-I/")))
    flags = ("-I" + unix, *flags, "-Wno-everything")
    return works.Work(sources=tuple(sources), flags=flags, **TCL)


def make_tidy(directory):
    top = get_source("tidy-html5", directory)
    sources = sorted(glob.glob(os.path.join(top, "src", "*.c")))
    headers = tuple("-I" + os.path.join(top, name) for name in ("include", "src"))
    settings = dict(TIDY, flags=TIDY["flags"] + headers)
    console = os.path.join(top, "console", "tidy.c")
    return works.Work(sources=(*sources, console), **settings)


MAKERS = {
    "lua": ("lua5.4", make_lua),
    "lua-trees": ("lua5.4", make_lua_trees),
    "sqlite": ("sqlite3", make_sqlite),
    "tcl": ("tcl8.6", make_tcl),
    "tidy": ("tidy-html5", make_tidy),
}


def make_works(directory, names, say):
    """The works of these names; all where none is given."""
    made = []
    for name, (package, maker) in MAKERS.items():
        if names and name not in names:
            continue
        try:
            made.append(maker(directory))
        except (OSError, subprocess.SubprocessError) as error:
            say(
                "left out: the source of %s (%s); it needs deb-src in the sources of"
                " apt, and the packages dpkg-dev, make, tcl and zlib1g-dev"
                % (package, error)
            )
    return made
