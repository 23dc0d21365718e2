# ===- layers.py - Rooms that stand one on another --------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: layers.py TOP

A room is a folder without the folders in it. A file may include what is in its own
room, and in rooms that stand before it in the row of its house; HOUSES lists the rows,
and what a house may see of others. HIDDEN lists what a room must not see all the same.
Also: no IRBuilder in the rooms of WITHOUT_CODE, and no circle of includes among the
files of a house that is listed in WITHOUT_CIRCLES. Prints each include that breaks a
rule and exits 1 if there are any.
"""

import re
import sys
from pathlib import Path

top = Path(sys.argv[1])

# house: (what it sees of others, its own rooms from the ground up)
HOUSES = {
    "include": ([], ["include/allocsite"]),
    "profile": (["include/allocsite"], ["profile"]),
    "runtime": (
        ["include/allocsite", "profile"],
        ["runtime", "runtime/store", "runtime/count", "runtime/interpose", "runtime/live"]
        + ["runtime/process"],
    ),
    "pass": (
        ["include/allocsite"],
        ["pass/support", "pass/rules", "pass/recognise", "pass/frames", "pass/marks"]
        + ["pass/inventory", "pass/plan", "pass/lower", "pass/describe", "pass/embed"]
        + ["pass", "pass/ast", "pass/loader"],
    ),
    "report": (
        ["include/allocsite", "profile"],
        ["report/support", "report/model", "report/read", "report/inventory", "report/view"]
        + ["report/findings", "report/show", "report/write", "report/driver"]
        + ["report/commands", "report"],
    ),
    "discover": (
        ["include/allocsite", "profile", "report/support", "pass/rules"],
        ["discover/facts", "discover/read", "discover/roles", "discover/propose"]
        + ["discover"],
    ),
}
# Libraries of their own, which see no more of the pass than this.
ALONE = {
    "pass/ast": ["pass/support", "pass/rules", "pass/recognise"],
    "pass/loader": ["pass/support", "pass/recognise"],
}
# Rooms that say what is so and what is to be done, and emit no code.
WITHOUT_CODE = ["pass/recognise", "pass/plan"]
# What a room must not see, though it stands before it.
HIDDEN = {"pass/lower": ["pass/rules", "pass/recognise", "pass/inventory"]}
WITHOUT_CIRCLES = ["include", "profile", "runtime"]


def room_of(file):
    return str(file.parent.relative_to(top))


def included(file, house):
    """The files of the tree that a file includes."""
    for name in re.findall(r'#include ["<]([^">]+)[">]', file.read_text()):
        for root in (file.parent, top / house, top, top / "include"):
            found = (root / name).resolve()
            if found.exists() and found.is_relative_to(top.resolve()):
                yield Path(top) / found.relative_to(top.resolve())
                break


broken = 0


def complain(text):
    global broken
    broken += 1
    print(text)


includes = {}
for house, (others, rooms) in HOUSES.items():
    files = sorted(f for f in (top / house).rglob("*") if f.suffix in (".h", ".c", ".cpp"))
    assert files, f"nothing in {house}"
    for file in files:
        room = room_of(file)
        if room not in rooms:
            complain(f"{file.relative_to(top)}: no room of {house}")
            continue
        if room in WITHOUT_CODE and "IRBuilder" in file.read_text():
            complain(f"{file.relative_to(top)} emits code")
        below = ALONE.get(room, rooms[: rooms.index(room)])
        includes[file] = list(included(file, house))
        for name in includes[file]:
            seen = [room] + below + others
            if room_of(name) not in seen or room_of(name) in HIDDEN.get(room, []):
                complain(f"{file.relative_to(top)} includes {name.relative_to(top)}")

# A unit is a header with its source.
units = {}
for file, names in includes.items():
    for name in names:
        if file.with_suffix("") != name.with_suffix(""):
            units.setdefault(file.with_suffix(""), set()).add(name.with_suffix(""))


def circle_from(start):
    path, seen = [], set()

    def visit(unit):
        if unit in path:
            return path[path.index(unit) :] + [unit]
        if unit in seen:
            return None
        seen.add(unit)
        path.append(unit)
        for name in sorted(units.get(unit, ())):
            found = visit(name)
            if found:
                return found
        path.pop()
        return None

    return visit(start)


for house in WITHOUT_CIRCLES:
    for unit in sorted(units):
        if unit.relative_to(top).parts[0] == house:
            found = circle_from(unit)
            if found:
                complain("circle: " + " → ".join(str(u.relative_to(top)) for u in found))
                break

sys.exit(broken > 0)
