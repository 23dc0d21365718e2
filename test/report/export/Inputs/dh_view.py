# ===- dh_view.py - DHAT's viewer with a file open -------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: dh_view.py DIRECTORY FILE OUT

Copies the viewer of valgrind, in DIRECTORY, to OUT, with a script that does what the viewer
does when a person has chosen FILE.
"""

import json
import shutil
import sys
from pathlib import Path

viewer, file, out = map(Path, sys.argv[1:])
shutil.rmtree(out, ignore_errors=True)
out.mkdir(parents=True)
for each in viewer.glob("dh_view.*"):
    shutil.copy(each, out)
page = out / "dh_view.html"
text = page.read_text()
assert text.count('onload="onLoad()"') == 1
page.write_text(text.replace('onload="onLoad()"', 'onload="onLoad(); openFile()"'))
with open(out / "dh_view.js", "a") as script:
    script.write(
        "function openFile() { gFilename = 'f'; gData = JSON.parse(%s);\n"
        "tryFunc(() => { buildTree(); displayTree(); }); }\n" % json.dumps(file.read_text())
    )
