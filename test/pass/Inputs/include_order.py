# ===- include_order.py - The folders of the pass stand one on another -----===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""usage: include_order.py PASS

Prints the includes of files in the folders of PASS that lead to a later folder, and
exits 1 if there are any. Their order is that of `stages` in PASS/CMakeLists.txt.
"""

import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
stages = re.search(r"set\(stages ([a-z\s]+)\)", (root / "CMakeLists.txt").read_text())
order = stages.group(1).split()
upwards = 0
for folder in order:
    files = sorted((root / folder).glob("*.[ch]*"))
    assert files, f"nothing in {folder}"
    for file in files:
        below = order[: order.index(folder)] + ["allocsite", "llvm"]
        for name in re.findall(r'#include "(.+)"', file.read_text()):
            here = (file.parent / name).exists()
            if not here and name.split("/")[0] not in below:
                print(f"{folder}/{file.name} includes {name}")
                upwards += 1
sys.exit(upwards > 0)
