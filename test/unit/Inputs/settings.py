# ===- settings.py - Holds docs/settings.md against the tables of options ---===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   settings.py TOP
#
# Each key of runtime/Flags.inc and pass/support/Options.inc has one row in docs/settings.md, with
# its values, the default first, and there is no other row. Each key=value behind
# ALLOCSITE_OPTIONS= or ALLOCSITE_PASS_OPTIONS= in README.md and docs/ is of these.

import re
import sys
from pathlib import Path

top = Path(sys.argv[1])
problems = []


def strings(text):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text))


def default_first(values, default):
    return [default] + [each for each in values if each != default]


# key: the values, the default first; of a number ["#", default]; of any other text None
run = {}
for kind, line in re.findall(
    r"^ALLOCSITE_(TEXT|CHOICE|NUMBER)_FLAG\((\w+, .*?)\)$",
    (top / "runtime/Flags.inc").read_text(),
    re.M | re.S,
):
    if kind == "TEXT":
        run[re.match(r'\w+, "([^"]*)"', line)[1]] = None
    elif kind == "NUMBER":
        key, default = re.match(r'\w+, "([^"]*)", (\d+)', line).groups()
        run[key] = ["#", default]
    else:
        key, default, values = re.match(r'\w+, "([^"]*)", (\d+), "([^"]*)"', line).groups()
        values = values.split("|")
        run[key] = default_first(values, values[int(default)])
compiler = {}
for key, default, values in re.findall(
    r'^OPTION\("([^"]*)", \w+, "([^"]*)", "([^"]*)"',
    (top / "pass/support/Options.inc").read_text(),
    re.M,
):
    if values in "/,":
        compiler[key] = None
    elif values == "#":
        compiler[key] = ["#", default]
    else:
        compiler[key] = default_first(values.split("|"), default)
if len(run) < 30 or len(compiler) < 10:
    sys.exit("%d and %d options found" % (len(run), len(compiler)))

page = (top / "docs/settings.md").read_text()
sections = re.split(r"^## ", page, flags=re.M)
for table, title in (run, "Options of the run"), (compiler, "Options of the plugin"):
    section = next(each for each in sections if each.startswith(title))
    rows = re.findall(r"^\| `([\w-]+)` \| (.*?) \| ", section, re.M)
    for key in set(table) ^ {key for key, _ in rows}:
        problems.append("docs/settings.md: %s: %s is in one place alone" % (title, key))
    for key, cell in rows:
        values = table.get(key)
        if values and values[0] == "#":
            # 0 stands for what no number says: all, or another one each time.
            good = cell.startswith("number, ") and (
                values[1] == "0" or cell == "number, " + values[1]
            )
        elif values:
            good = re.findall("`([^`]*)`", cell) == values
        else:
            good = not cell.startswith(("number", "`"))
        if not good:
            problems.append("docs/settings.md: %s: values are %s, not %s" % (key, values, cell))

uses = 0
for file in [top / "README.md", *sorted((top / "docs").glob("*.md"))]:
    for variable, quote, text in re.findall(
        r"(ALLOCSITE_(?:PASS_)?OPTIONS)=([\"']?)([\w-]+=[^\s`|,;)]*)", file.read_text()
    ):
        table = compiler if "PASS" in variable else run
        for word in re.sub("'.*?'", "", text).rstrip(".\"'").split(":"):
            key, has_value, value = word.partition("=")
            uses += 1
            values = table.get(key, "none")
            if key == "key" or not word:
                continue
            if values == "none" or not has_value:
                problems.append("%s: %s: no such option: %s" % (file.name, variable, word))
            elif values and values[0] != "#" and value not in values and value != "…":
                problems.append("%s: %s: no such value: %s" % (file.name, variable, word))
if uses < 50:
    problems.append("only %d uses found" % uses)
if problems:
    sys.exit("\n".join(problems))
