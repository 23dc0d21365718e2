# ===- companion.py - The companion of a log, of given tables --------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   companion.py app.asprof PROGRAM PROCESS threads=FILE places=FILE …
#
# Writes the tables as docs/profile-format.md says.

import struct
import sys

path, program, process, *tables = sys.argv[1:]
HEADER, CHUNK = 1280, 64
head = bytearray(HEADER)
struct.pack_into("<8sIIQ", head, 0, b"\x89ASPROF\n", 9, HEADER, int(process))
struct.pack_into("64s", head, 80, program.encode())
struct.pack_into("<Q", head, 1232, 1)
with open(path, "wb") as file:
    file.write(head)
    for name, source in (each.split("=", 1) for each in tables):
        with open(source, "rb") as table:
            text = table.read()
        size = -(-(CHUNK + len(text)) // 64) * 64
        chunk = struct.pack("<IIQQ40s", 15, 1, size, CHUNK + len(text), name.encode()) + text
        file.write(chunk.ljust(size, b"\0"))
