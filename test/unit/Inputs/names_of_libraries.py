# ===- names_of_libraries.py - Finds functions of libraries by their names -===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: names_of_libraries.py SPELL-NAMES MOST LIBRARY...

Of the functions that each library defines (of at most MOST, evenly chosen; 0 for all),
counts those that `report --function` finds by the name that `llvm-cxxfilt --no-params`
prints. Prints what was missed and, for each library, a line "LIBRARY: N names, M missed";
exits 1 where more than one in a hundred was missed or there are fewer than 1000 names.
SPELL-NAMES is SpellNames.cpp, compiled.
"""

import subprocess
import sys
from pathlib import Path

spell, most = sys.argv[1], int(sys.argv[2])


def lines_of(command, lines=()):
    text = "".join(line + "\n" for line in lines)
    output = subprocess.run(
        command, input=text, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    return output.split("\n")[:-1]


failed = False
for library in sys.argv[3:]:
    kind = [] if library.endswith((".a", ".o")) else ["-D"]
    symbols = set()
    for line in lines_of(["llvm-nm", "--defined-only", *kind, library]):
        fields = line.split()
        if len(fields) == 3 and fields[1] in "TtWw" and fields[2].startswith("_Z"):
            symbols.add(fields[2].split("@")[0].split(".")[0])
    symbols = sorted(symbols)
    if most and len(symbols) > most:
        symbols = symbols[:: len(symbols) // most]
    whole = lines_of(["llvm-cxxfilt"], symbols)
    wanted = lines_of(["llvm-cxxfilt", "--no-params"], symbols)
    known = lines_of([spell], whole)
    assert len(whole) == len(wanted) == len(known) == len(symbols)
    # What the demangler cannot read has no name.
    read = [
        (name, spellings.split("\t"))
        for symbol, shown, name, spellings in zip(symbols, whole, wanted, known)
        if shown != symbol
    ]
    missed = [name for name, spellings in read if name not in spellings]
    for name in missed:
        print("missed:", name)
    print(f"{Path(library).name}: {len(read)} names, {len(missed)} missed")
    failed |= len(read) < 1000 or 100 * len(missed) > len(read)
sys.exit(failed)
