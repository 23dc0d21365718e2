"""Writes compile_commands.json for the C and C++ sources of a directory.

database.py DIRECTORY COMMAND: COMMAND is one string; the source is put behind it.
"""

import json
import os
import sys

directory, command = sys.argv[1:]
entries = [
    {
        "directory": os.path.abspath(directory),
        "file": name,
        "command": "%s %s" % (command, name),
    }
    for name in sorted(os.listdir(directory))
    if name.endswith((".c", ".cpp", ".cppm"))
]
with open(os.path.join(directory, "compile_commands.json"), "w") as file:
    json.dump(entries, file)
