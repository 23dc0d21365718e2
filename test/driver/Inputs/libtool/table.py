# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Reads what nm prints, and prints the source that libtool makes of it: by
# lt_cv_sys_global_symbol_pipe, and by its commands for C of the symbols that are left.
import re
import sys

pipe = re.compile(r"^.*[ \t]([ABCDGIRSTW]+)[ \t]+([_A-Za-z][_A-Za-z0-9]*)$", re.M)
symbols = [(k, n) for k, n in pipe.findall(sys.stdin.read()) if n != "main"]
for kind, name in symbols:
    print("extern int %s();" % name if kind == "T" else "extern char %s;" % name)
print("const struct { const char *Name; void *Address; } Table[] = {")
for kind, name in symbols:
    print('  {"%s", (void *) %s%s},' % (name, "" if kind == "T" else "&", name))
print("  {0, (void *) 0}};")
