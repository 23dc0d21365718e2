# ===- speedscope.py - Opens a file in speedscope --------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: speedscope.py DIRECTORY FILE OUT

Prints the page that Chromium has of DIRECTORY/index.html, speedscope's, once it has opened FILE:
as its command does, by a script that hands it over. A JSON is checked by the schema too, where
Python has jsonschema.
"""

import base64
import json
import subprocess
import sys
from pathlib import Path

speedscope, file, out = map(Path, sys.argv[1:])
if file.suffix == ".json":
    try:
        import jsonschema

        schema = json.loads((speedscope / "file-format-schema.json").read_text())
        jsonschema.validate(json.loads(file.read_text()), schema)
    except ImportError:
        pass
out.mkdir(parents=True, exist_ok=True)
content = base64.b64encode(file.read_bytes()).decode()
script = out / "open.js"
script.write_text(
    "speedscope.loadFileFromBase64(%s, %s)" % (json.dumps(file.name), json.dumps(content))
)
command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
command += ["--user-data-dir=%s" % (out / "profile"), "--allow-file-access-from-files"]
command += ["--virtual-time-budget=8000"]
command += ["file://%s/index.html#localProfilePath=%s" % (speedscope, script)]
print(subprocess.check_output(command, stderr=subprocess.DEVNULL, text=True))
