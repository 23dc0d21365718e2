"""hostile_names.py DIRECTORY: sources whose names hold rules and escape sequences, and
their compile_commands.json."""

import json
import os
import sys

directory = os.path.abspath(sys.argv[1])
sources = {
    "p\nalloc:evil size=1\n#.c": "void *malloc(unsigned long);\n"
    "void *get(unsigned long n) { return malloc(n); }\n",
    "b\033[31m.c": "no source\n",
}
for name, text in sources.items():
    with open(os.path.join(directory, name), "w") as file:
        file.write(text)
with open(os.path.join(directory, "compile_commands.json"), "w") as file:
    json.dump(
        [
            {"directory": directory, "file": name, "arguments": ["cc", "-c", name]}
            for name in sources
        ],
        file,
    )
