# ===- layers.py - Rooms that stand one on another --------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: layers.py TOP

A room is a folder without the folders in it; `arch` is one with them. A file may include
what is in its own room, and in rooms that stand before it in the row of its house; HOUSES
lists the rows, and what a house may see of others. HIDDEN lists what a room must not see
all the same. Also: no change of IR in the rooms of WITHOUT_CHANGES, no name of a machine outside
of `arch` in the houses of WITHOUT_MACHINES, and no circle of includes among the files of a
house that is listed in WITHOUT_CIRCLES. Prints each include that breaks a rule and exits 1
if there are any.
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
        ["runtime/arch", "runtime", "runtime/store", "runtime/count", "runtime/interpose", "runtime/live"]
        + ["runtime/process"],
    ),
    "pass": (
        ["include/allocsite"],
        ["pass/support", "pass/arch", "pass/rules", "pass/recognise", "pass/frames", "pass/marks"]
        + ["pass/inventory", "pass/prepare", "pass/plan", "pass/thread", "pass/place"]
        + ["pass/lower", "pass/describe", "pass/embed"]
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
# A room of this name alone names a machine, but in comments: its registers, relocations, the
# system calls that others lack, bits of an address.
MACHINES = "arch"
NAMES_OF_MACHINES = re.compile(
    r"x86|X86|AMD64|amd64|aarch64|AArch64|regcall|force_align_arg_pointer|R_386_"
    r"|%(fs|gs|[re]?[abcd]x|[re]?[sd]i|[re]?[sb]p|[re]ip|r\d+|xmm\d+)\b"
    r"|\b257\b|<< 47\b|\(47 -|SYS_(open|stat|lstat|access|rename|unlink|mkdir|rmdir)\b"
)
WITHOUT_MACHINES = ["include", "profile", "runtime", "pass"]
# What code generation does for one of them differs from LLVM to LLVM.
MAY_NAME_MACHINES = ["pass/support/Compat.h"]
# Rooms that say what is so and what is to be done, and change no code: what does is called
# by none of these names.
WITHOUT_CHANGES = ["pass/recognise", "pass/plan"]
CHANGES = re.compile(
    r"\bIRBuilder\b|\b(Split|Clone|Insert|Merge|Append|Recursively)[A-Z]\w*\(|\bClone\w+\("
    r"|\b(erase|remove)FromParent\(|\breplace\w*Uses\w*\(|\b(insert|move)(Before|After|Into)\("
    r"|\bset(Operand|ArgOperand|Called\w+|Attributes|Metadata|Name|Linkage|Comdat|Initializer"
    r"|Visibility|DSOLocal|Section|CallingConv|TailCallKind|Does\w+)\("
    r"|\b(add|remove)(Fn|Param|Ret)Attrs?\(|\bgetOrInsert\w+\(|\bappendTo\w+\("
    r"|\b(Function|GlobalVariable|GlobalAlias|BasicBlock|\w+Inst|CastInst)::Create\w*\("
)
# What a room must not see, though it stands before it.
JUDGES = ["pass/rules", "pass/recognise", "pass/inventory"]
HIDDEN = {"pass/thread": JUDGES, "pass/place": JUDGES, "pass/lower": JUDGES}
WITHOUT_CIRCLES = ["include", "profile", "runtime", "pass", "report", "discover"]


def room_of(file):
    parts = file.parent.relative_to(top).parts
    return "/".join(parts[: parts.index("arch") + 1] if "arch" in parts else parts)


def code_of(file):
    """Its text without comments."""
    return re.sub(r"//.*|/\*(?s:.*?)\*/", "", file.read_text())


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
        if room in WITHOUT_CHANGES:
            found = CHANGES.search(code_of(file))
            if found:
                complain(f"{file.relative_to(top)} changes code: {found[0]}")
        if house in WITHOUT_MACHINES and Path(room).name != MACHINES:
            found = NAMES_OF_MACHINES.search(code_of(file))
            if found and str(file.relative_to(top)) not in MAY_NAME_MACHINES:
                complain(f"{file.relative_to(top)} names a machine: {found[0]}")
        below = ALONE.get(room, rooms[: rooms.index(room)])
        includes[file] = list(included(file, house))
        for name in includes[file]:
            seen = [room] + below + others
            if room_of(name) not in seen or room_of(name) in HIDDEN.get(room, []):
                complain(f"{file.relative_to(top)} includes {name.relative_to(top)}")

# A unit is a header with its source; a list (.inc) is none.
units = {}
for file, names in includes.items():
    for name in names:
        if name.suffix != ".inc" and file.with_suffix("") != name.with_suffix(""):
            units.setdefault(file.with_suffix(""), set()).add(name.with_suffix(""))


def house_of(unit):
    return unit.relative_to(top).parts[0]


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
            found = visit(name) if house_of(name) == house_of(start) else None
            if found:
                return found
        path.pop()
        return None

    return visit(start)


for house in WITHOUT_CIRCLES:
    for unit in sorted(units):
        if house_of(unit) == house:
            found = circle_from(unit)
            if found:
                complain("circle: " + " → ".join(str(u.relative_to(top)) for u in found))
                break

sys.exit(broken > 0)
