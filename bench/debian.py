# ===- debian.py - Programs of Debian as works ----------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Lua and SQLite, from Debian's sources, as further works.

`apt-get source` needs source packages in the list of apt and `dpkg-dev`; what cannot
be had is named and left out.
"""

import glob
import os
import subprocess

import works

LUA = dict(
    name="lua",
    title="Lua of Debian",
    flags=("-DLUA_USE_POSIX", "-Wno-everything"),
    libraries=("-lm", "-ldl"),
    arguments=(os.path.join("debian", "objects.lua"), "150"),
    counted=(os.path.join("debian", "objects.lua"), "4"),
    small=(),
    scaled=(os.path.join("debian", "objects.lua"), "2"),
    tiny=(os.path.join("debian", "objects.lua"), "0"),
    rivals="malloc",
    wall_target=None,
    instructions_target=None,
)
SQLITE = dict(
    name="sqlite",
    title="SQLite of Debian",
    flags=("-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION", "-Wno-everything"),
    libraries=("-lm",),
    arguments=("100000",),
    counted=("3000",),
    small=(),
    wall_target=None,
    instructions_target=None,
)


def get_source(package, directory):
    """The directory that the package was unpacked to."""

    def unpacked():
        found = glob.glob(os.path.join(directory, package + "-*", ""))
        return found[0] if found else None

    if not unpacked():
        subprocess.run(
            ["apt-get", "-q", "source", package],
            cwd=directory,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    return unpacked()


def make_lua(directory):
    top = get_source("lua5.4", directory)
    # Debian's build writes this header.
    with open(os.path.join(top, "src", "lua5.4-deb-multiarch.h"), "w") as stream:
        stream.write('#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"\n')
    sources = sorted(
        path
        for path in glob.glob(os.path.join(top, "src", "*.c"))
        if os.path.basename(path) != "luac.c"
    )
    return works.Work(sources=tuple(sources), **LUA)


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


def make_works(directory, say):
    made = []
    for name, maker in (("lua5.4", make_lua), ("sqlite3", make_sqlite)):
        try:
            made.append(maker(directory))
        except (OSError, subprocess.CalledProcessError) as error:
            say(
                "left out: the source of %s (%s); it needs deb-src in the sources of"
                " apt, and the packages dpkg-dev, make and tcl" % (name, error)
            )
    return made
