# ===- selection.py - Which tests of a folder a run leaves out -----------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""Which tests of a folder a run leaves out.

For the lit.local.cfg of a folder, whose tests may lie in folders of it:

    config.excludes |= left_out(os.path.dirname(__file__), in_share(0, 4))
"""

import os
import re
import zlib


def left_out(directory, is_chosen):
    """The names of the tests below `directory` whose path is not chosen."""
    return {
        name
        for place, _, names in os.walk(directory)
        if "Inputs" not in place
        for name in names
        if name.endswith((".ll", ".c", ".cpp", ".test"))
        and not is_chosen(os.path.join(place, name))
    }


def in_share(part, of):
    """Chooses the tests of one of so many parts, by a hash of their names: the same in each run."""
    return lambda path: zlib.crc32(os.path.basename(path).encode()) % of == part


def named(names):
    """Chooses the tests of these names."""
    return lambda path: os.path.basename(path) in names


def says(pattern):
    """Chooses the tests whose text has the pattern."""

    def is_chosen(path):
        with open(path, encoding="utf-8") as file:
            return bool(re.search(pattern, file.read()))

    return is_chosen
