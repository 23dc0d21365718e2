# ===- sources_hash.py - Whether the page was built from its sources -------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: sources_hash.py report/page

Exits 1 where page.html was built from other sources than are there. As report/page/build.mjs
computes the hash.
"""

import hashlib
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])
files = ["build.mjs", "package.json", "package-lock.json"]
files += [str(each.relative_to(folder)) for each in (folder / "src").rglob("*") if each.is_file()]
digest = hashlib.sha256()
for file in sorted(files):
    digest.update(file.encode() + b"\0" + (folder / file).read_bytes() + b"\0")
built = re.search("<!-- sources: ([0-9a-f]{64})", (folder / "page.html").read_text(encoding="utf-8"))
if not built or built.group(1) != digest.hexdigest():
    sys.exit("page.html is older than its sources: run npm ci && npm run build in report/page")
