# ===- tutorial.py - Does what a tutorial tells ----------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: tutorial.py PAGE [--write]

Runs each indented line that begins with `$ `, in the current directory, applies each patch in a
block that begins with ```diff, and writes the file NAME of a block that begins with ```c NAME,
```cpp NAME, ```rust NAME or ```toml NAME, in the order of the page. What a command prints, standard error
as well, has to be what stands below it; with --write the page is made so. A command that exits
with another code than 0 has the line `[exit code N]` below its output.
"""

import os
import subprocess
import sys

page = sys.argv[1]
with open(page, encoding="utf-8") as file:
    lines = file.read().split("\n")

made, wrong, commands = [], [], 0
at = 0
while at != len(lines):
    line = lines[at]
    at += 1
    made.append(line)
    if line == "```diff":
        end = lines.index("```", at)
        patch = "\n".join(lines[at:end]) + "\n"
        subprocess.run(["patch", "-p1", "-s"], input=patch, text=True, check=True)
        made += lines[at:end]
        at = end
    if line.startswith(("```c ", "```cpp ", "```rust ", "```toml ")):
        end = lines.index("```", at)
        os.makedirs(os.path.dirname(line.split()[1]) or ".", exist_ok=True)
        with open(line.split()[1], "w", encoding="utf-8") as file:
            file.write("\n".join(lines[at:end]) + "\n")
        made += lines[at:end]
        at = end
    if not line.startswith("    $ "):
        continue
    commands += 1
    run = subprocess.run(["sh", "-c", line[6:]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         encoding="utf-8")
    actual = run.stdout.splitlines()
    if run.returncode:
        actual.append("[exit code %d]" % run.returncode)
    expected = []
    while lines[at].startswith("    ") and not lines[at].startswith("    $ ") or (
        not lines[at] and lines[at + 1].startswith("    ") and len(expected) < len(actual)
    ):
        expected.append(lines[at][4:])
        at += 1
    made += [("    " + each).rstrip() for each in actual]
    if [each.rstrip() for each in actual] != expected:
        wrong.append("%s: %s prints now:\n%s" % (page, line[6:], "\n".join(actual)))

assert commands, "no command in %s" % page
if "--write" in sys.argv:
    with open(page, "w", encoding="utf-8") as file:
        file.write("\n".join(made))
elif wrong:
    sys.exit("\n".join(wrong))
