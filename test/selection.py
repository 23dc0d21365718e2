# ===- selection.py - Which tests of a folder a run leaves out -----------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""Which tests of a folder a run leaves out.

For the lit.local.cfg of a folder, whose tests may lie in folders of it:

    config.excludes |= left_out(os.path.dirname(__file__), in_sample(4))
"""

import os
import zlib


def left_out(directory, is_chosen):
    """The names of the tests below `directory` that are not chosen."""
    return {
        name
        for place, _, names in os.walk(directory)
        if "Inputs" not in place
        for name in names
        if name.endswith((".ll", ".c", ".cpp", ".test")) and not is_chosen(name)
    }


def in_sample(of):
    """Chooses one test in `of`, by a hash of its name: the same ones in each run."""
    return lambda name: zlib.crc32(name.encode()) % of == 0
