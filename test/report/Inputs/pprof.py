# ===- pprof.py - Heap profiles in the format of pprof, made by hand ------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: pprof.py DIRECTORY

Writes go.pb.gz, as the runtime of Go does: with inlined lines, a size in each label, sampled; and
jemalloc.pb.gz, of what is in use alone, without functions; and broken ones.
"""

import gzip
import os
import sys


def varint(number):
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out + bytes([number]))


def field(tag, value):
    if isinstance(value, int):
        return varint(tag << 3) + varint(value)
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, list):
        value = b"".join(map(varint, value))
    return varint(tag << 3 | 2) + varint(len(value)) + value


class Profile:
    def __init__(self):
        self.strings = [""]
        self.body = b""

    def string(self, text):
        if text not in self.strings:
            self.strings.append(text)
        return self.strings.index(text)

    def add(self, tag, *fields):
        self.body += field(tag, b"".join(field(t, v) for t, v in fields))

    def types(self, *types):
        for name, unit in types:
            self.add(1, (1, self.string(name)), (2, self.string(unit)))

    def sample(self, locations, values, size=None, **labels):
        fields = [(1, locations), (2, values)]
        if size is not None:
            fields.append((3, field(1, self.string("bytes")) + field(3, size)))
        for key, text in labels.items():
            fields.append((3, field(1, self.string(key)) + field(2, self.string(text))))
        self.add(2, *fields)

    def function(self, number, name, file):
        self.add(5, (1, number), (2, self.string(name)), (4, self.string(file)))

    def location(self, number, *lines, address=0, mapping=1):
        inner = [(4, field(1, function) + field(2, line)) for function, line in lines]
        self.add(4, (1, number), (2, mapping), (3, address), *inner)

    def bytes(self):
        return self.body + b"".join(field(6, text) for text in self.strings)

    def packed(self):
        return gzip.compress(self.bytes(), mtime=0)


def of_go():
    made = Profile()
    made.types(("alloc_objects", "count"), ("alloc_space", "bytes"))
    made.types(("inuse_objects", "count"), ("inuse_space", "bytes"))
    # main.load, which has main.parse inlined in it, by main.main; and main.grow.
    made.sample([1, 2], [300, 19200, 10, 640], size=64)
    made.sample([3, 2], [5, 5120, 5, 5120], size=1024)
    made.add(3, (1, 1), (2, 0x400000), (3, 0x500000), (5, made.string("/tmp/app")))
    made.location(1, (1, 17), (2, 40), address=0x401000)
    made.location(2, (3, 9), address=0x402000)
    made.location(3, (4, 71), address=0x403000)
    for number, name in enumerate(["main.parse", "main.load", "main.main", "main.grow"], 1):
        made.function(number, name, "/src/app.go")
    made.body += field(9, 1700000000 * 10**9)
    made.add(11, (1, made.string("space")), (2, made.string("bytes")))
    made.body += field(12, 524288)
    return made


def of_jemalloc():
    made = Profile()
    made.types(("inuse_objects", "count"), ("inuse_space", "bytes"))
    made.sample([1, 2], [3, 3000])
    made.sample([2], [4, 500])
    made.add(3, (1, 1), (2, 0x1000), (3, 0x9000), (4, 0x200), (5, made.string("/lib/libx.so.6")))
    made.location(1, address=0x1010)
    made.location(2, address=0x77, mapping=0)
    return made


def broken(kind):
    made = Profile()
    made.types(("alloc_space", "bytes"))
    made.location(1, (1, 1), mapping=0)
    if kind == "cpu":
        made = Profile()
        made.types(("samples", "count"), ("cpu", "nanoseconds"))
    if kind == "twice":
        made.types(("alloc_space", "bytes"))
    if kind == "no-types":
        made = Profile()
        made.add(2, (1, [1]), (2, [1]))
    if kind != "function":
        made.function(1, "f", "f.c")
    if kind == "values":
        made.sample([1], [1, 2])
    elif kind == "location":
        made.sample([1, 5], [1])
    elif kind == "negative":
        made.sample([1], [-1])
    elif kind == "string":
        made.body += field(2, field(1, [1]) + field(2, [1]) + field(3, field(1, 99)))
    else:
        made.sample([1], [1])
    return made


if __name__ == "__main__":
    os.chdir(sys.argv[1])
    contents = {"go.pb.gz": of_go().packed(), "go.pb": of_go().bytes()}
    contents["jemalloc.pb.gz"] = of_jemalloc().packed()
    for kind in "cpu twice no-types function values location negative string".split():
        contents[kind + ".pb.gz"] = broken(kind).packed()
    # 20 million texts of two bytes each: a table of them takes a hundred times what the file does.
    contents["texts.pb.gz"] = gzip.compress(of_go().bytes() + field(6, "") * 20_000_000, 1)
    contents["cut-off.pb.gz"] = of_go().packed()[:-20]
    contents["cut-off.pb"] = of_go().bytes()[:-20]
    contents["damaged.pb.gz"] = of_go().packed()[:40] + b"damaged" + of_go().packed()[47:]
    for name, content in contents.items():
        with open(name, "wb") as file:
            file.write(content)
