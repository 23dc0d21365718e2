# ===- include_order.py - Folders that stand one on another ----------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: include_order.py ROOT FOLDER...

Prints the includes of files in a folder of ROOT that lead to a later one, and exits 1
if there are any.
"""

import re
import sys
from pathlib import Path

root, order = Path(sys.argv[1]), sys.argv[2:]
upwards = 0
for folder in order:
    files = sorted((root / folder).glob("*.[ch]*"))
    assert files, f"nothing in {folder}"
    later = order[order.index(folder) + 1 :]
    for file in files:
        for name in re.findall(rf'#include "(?:{root.name}/)?(.+)"', file.read_text()):
            if name.split("/")[0] in later and not (file.parent / name).exists():
                print(f"{folder}/{file.name} includes {name}")
                upwards += 1
sys.exit(upwards > 0)
