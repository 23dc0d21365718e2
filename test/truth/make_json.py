#!/usr/bin/env python3
#===- make_json.py - Makes a JSON document of a given size -----------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes about BYTES bytes of JSON, the same ones every time.

    make_json.py BYTES > photos.json

Records with nested objects, arrays that are empty, short and long, strings that
a parser keeps in place and strings that it must allocate, numbers of all kinds.
"""

import json
import random
import sys

WORDS = "harbour market bridge lighthouse cat mountain train dusk rain winter".split()


def nested(rng, depth):
    """Groups in groups: a parser recurses into them."""
    group = {"name": rng.choice(WORDS), "members": []}
    if depth:
        group["members"] = [nested(rng, depth - 1) for _ in range(rng.randrange(3))]
    return group


def record(rng, number):
    return {
        "id": number,
        "title": " ".join(rng.choice(WORDS) for _ in range(rng.randrange(1, 8))),
        "width": rng.randrange(640, 6001),
        "exposure": round(rng.random(), 6),
        "public": rng.random() < 0.5,
        "place": None if rng.random() < 0.3 else [rng.random() * 90, rng.random() * 180],
        "tags": [rng.choice(WORDS) for _ in range(rng.randrange(20))],
        "album": nested(rng, rng.randrange(5)),
        "note": "a \u201cnote\u201d\n" if rng.random() < 0.2 else "",
    }


def main():
    wanted = int(sys.argv[1])
    rng = random.Random(1)
    written = number = 0
    print("[")
    while written < wanted:
        text = json.dumps(record(rng, number))
        print(text if number == 0 else "," + text)
        written += len(text) + 2
        number += 1
    print("]")


if __name__ == "__main__":
    main()
