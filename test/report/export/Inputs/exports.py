# ===- exports.py - Reads every export format, and holds them together -----===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: exports.py ALLOCSITE FILE…
       exports.py --written DIRECTORY
       exports.py --pprof < FILE    prints its mappings with build ids, its locations, and texts of its labels

Exports FILE… in each format that the help of `allocsite export` lists and that is known
here. All must have the stacks and numbers of the JSON, whose sums by allocator must be those
of `allocsite report`. Rules of a format that its programs rely on are asserted on the way.
"""

import gzip
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path


class Read:
    """numbers[measure][allocator, stack]: stack is functions, root first. One that a format
    does not tell is None."""

    def __init__(self):
        self.numbers = defaultdict(Counter)

    def add(self, allocator, stack, **numbers):
        for measure, number in numbers.items():
            self.numbers[measure.replace("_", "-")][allocator, tuple(stack)] += number


# Protocol buffers: the wire format.
def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at


def message(data):
    """field → values: numbers and bytes, in their order."""
    fields, at = defaultdict(list), 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 1:
            value, at = int.from_bytes(data[at : at + 8], "little"), at + 8
        else:
            assert key & 7 == 2, key
            size, at = varint(data, at)
            value, at = data[at : at + size], at + size
            assert len(value) == size
        fields[key >> 3].append(value)
    return fields


def packed(data):
    at, values = 0, []
    while at < len(data):
        value, at = varint(data, at)
        values.append(value)
    return values


WORDS = {
    "alloc_objects": "calls",
    "alloc_space": "bytes",
    "inuse_objects": "live",
    "inuse_space": "live-bytes",
    "peak_space": "peak",
    "freed_objects": "freed",
    "temporary_objects": "temporary",
    "lifetime": "lifetime",
    "not_followed": "not-followed",
}


def read_pprof(data):
    return decode_pprof(data, lambda *words: None)


def decode_pprof(data, tell):
    profile = message(gzip.decompress(data))
    strings = [each.decode() for each in profile[6]]
    assert strings[0] == ""
    types = [message(each) for each in profile[1]]
    names = [strings[each[1][0]] for each in types]
    units = [strings[each[2][0]] for each in types]
    order = list(WORDS)
    assert names == sorted(names, key=order.index), names
    for name, unit in zip(names, units):
        assert unit == ("bytes" if name.endswith(("space", "lifetime")) else "count")
    assert strings[profile[14][0]] == "alloc_space"
    assert profile[12] == [1]
    mappings = {each[1][0]: each for each in map(message, profile[3])}
    limit = 0
    for each in mappings.values():
        assert each.get(2, [0]) == [limit] and each[3][0] > limit
        assert each[7] == each[8] == each[9] == [1]
        limit = each[3][0]
        build_id = [strings[each[6][0]]] if 6 in each else []
        tell("mapping:", strings[each[5][0]] if 5 in each else "-", *build_id)
    functions = {}
    for each in map(message, profile[5]):
        assert 3 not in each, "with a mangled name, pprof shortens templates"
        functions[each[1][0]] = strings[each[2][0]]
    locations, addresses = {}, []
    for each in map(message, profile[4]):
        mapping = mappings[each[2][0]]
        assert mapping.get(2, [0])[0] <= each[3][0] < mapping[3][0]
        addresses.append(each[3][0])
        # The innermost first.
        locations[each[1][0]] = [functions[message(line)[1][0]] for line in each[4]]
        tell("location:", *locations[each[1][0]])
    assert len(addresses) == len(set(addresses))
    result = Read()
    for each in map(message, profile[2]):
        ids = reversed(packed(each[1][0]))
        stack = [function for id in ids for function in reversed(locations[id])]
        values = packed(each[2][0])
        assert len(values) == len(names)
        texts = {}
        for label in map(message, each[3]):
            key = strings[label[1][0]]
            assert key in ("allocator", "arena", "type", "size", "through", "process", "thread")
            assert (3 in label and strings[label[4][0]] == "bytes") == (key == "size")
            if key != "size":
                texts[key] = strings[label[2][0]]
        tell("labels:", *(f"{key}={texts[key]}" for key in sorted(texts)))
        allocator = texts.get("allocator", "-")
        result.add(allocator, stack, **dict(zip(map(WORDS.get, names), values)))
    return result


def read_otlp(data):
    """profiles.proto of OpenTelemetry 1.11: the numbers of its fields are written out here."""
    all_of_it = message(data)
    tables = message(all_of_it[2][0])
    strings = [each.decode() for each in tables[5]]
    for table in (1, 2, 3, 6, 7):
        assert tables[table][0] == b"", table
    assert [dict(message(each)) for each in tables[4]] == [{1: [bytes(16)], 2: [bytes(8)]}]
    assert strings[0] == "" and len(strings) == len(set(strings))
    attributes = []
    for each in map(message, tables[6]):
        value = message(each[2][0]) if each else {}
        text = value[1][0].decode() if 1 in value else value.get(3, [0])[0]
        attributes.append((strings[each[1][0]] if each else "", text))
    functions = [strings[message(each)[1][0]] if each else "" for each in tables[3]]
    locations = []
    for each in map(message, tables[2]):
        if each:
            mapping = message(tables[1][each[1][0]])
            address = each.get(2, [0])[0]
            assert mapping.get(1, [0])[0] <= address < mapping[2][0]
            assert attributes[packed(each[4][0])[0]] == ("profile.frame.type", "native")
        # The innermost first.
        locations.append([functions[message(line)[1][0]] for line in each[3]])
    stacks = [packed(message(each)[1][0]) if each else [] for each in tables[7]]
    result = Read()
    for resource in map(message, all_of_it[1]):
        for profile in map(message, message(resource[2][0])[2]):
            kind = message(profile[1][0])
            word = WORDS.get(strings[kind[1][0]], strings[kind[1][0]])
            unit = "bytes" if word in ("copied", "resident") or strings[kind[1][0]].endswith(("space", "lifetime")) else "count"
            assert strings[kind[2][0]] == unit and profile[6] == [1]
            result.numbers[word]
            for sample in map(message, profile[2]):
                texts = dict(attributes[each] for each in packed(sample[2][0]))
                assert "allocsite.size" in texts
                ids = reversed(stacks[sample[1][0]])
                stack = [function for id in ids for function in reversed(locations[id])]
                (value,) = packed(sample[4][0])
                result.add(texts.get("allocsite.allocator", "-"), stack, **{word: value})
    return result


def read_json(data):
    profile = json.loads(data)
    result = Read()
    measures = [each["word"] for each in profile["measures"]]
    for row in profile["rows"]:
        stack = [profile["frames"][id]["function"] for id in reversed(row["stack"])]
        result.add(row.get("allocator", "-"), stack, **{word: row[word] for word in measures})
    for each in profile["measures"]:
        assert each["total"] == sum(result.numbers[each["word"]].values())
    return result


def parted(stack, has_allocator):
    """(allocator, stack) where the leaf may be one."""
    return (stack[-1], stack[:-1]) if has_allocator else ("-", stack)


def read_collapsed(data, has_allocator):
    result = Read()
    for line in data.decode().splitlines():
        stack, number = line.rsplit(" ", 1)
        allocator, rest = parted(stack.split(";"), has_allocator)
        result.add(allocator, rest, bytes=int(number))
    return result


def read_speedscope(data, has_allocator):
    file = json.loads(data)
    names = [each["name"] for each in file["shared"]["frames"]]
    result = Read()
    for profile in file["profiles"]:
        assert profile["unit"] in ("bytes", "none")
        assert len(profile["samples"]) == len(profile["weights"])
        assert sum(profile["weights"]) == profile["endValue"]
        for sample, weight in zip(profile["samples"], profile["weights"]):
            allocator, rest = parted([names[id] for id in sample], has_allocator)
            result.add(allocator, rest, **{profile["name"]: weight})
    assert file["profiles"][file["activeProfileIndex"]]["name"] == "bytes"
    return result


def read_dhat(data, has_allocator):
    file = json.loads(data)
    assert file["ftbl"][0] == "[root]" and file["dhatFileVersion"] == 2
    result = Read()
    names = [re.match(r"0x[0-9a-f]+: (.*) \(.*\)$", each) for each in file["ftbl"][1:]]
    names = [None] + [each[1] for each in names]
    stacks = [tuple(each["fs"]) for each in file["pps"]]
    assert len(set(stacks)) == len(stacks), "the viewer takes a stack once"
    for point in file["pps"]:
        stack = [names[id] for id in reversed(point["fs"])]
        allocator, rest = parted(stack, has_allocator)
        result.add(allocator, rest, bytes=point["tb"], calls=point["tbk"])
        if file["bklt"]:
            result.add(
                allocator, rest, live_bytes=point["eb"], live=point["ebk"], peak=point["gb"]
            )
    return result


def read_heaptrack(data):
    strings, codes, traces, kinds = [None], [None], [()], []
    counts = {each: Counter() for each in ("calls", "freed", "temporary")}
    now = peak = last = 0
    seen = []
    for line in gzip.decompress(data).decode().splitlines():
        what, rest = line[0], line[2:]
        if what == "s":
            size, text = rest.split(" ", 1)
            assert int(size, 16) == len(text.encode())
            strings.append(text)
        elif what == "v":
            assert rest == "10400 3"
        elif what not in "XI":
            numbers = [int(each, 16) for each in rest.split()]
            if what == "i":
                codes.append(strings[numbers[2]])
            elif what == "t":
                traces.append(traces[numbers[1]] + (codes[numbers[0]],))
            elif what == "a":
                kinds.append((numbers[0], traces[numbers[1]]))
            elif what == "+":
                counts["calls"][kinds[numbers[0]]] += 1
                now += kinds[numbers[0]][0]
                peak = max(peak, now)
                last = numbers[0]
                # heaptrack_gui counts each number in a list, to which it adds in this order.
                assert last <= len(seen), line
                seen += [last] * (last == len(seen))
            else:
                assert what == "-", line
                counts["freed"][kinds[numbers[0]]] += 1
                counts["temporary"][kinds[numbers[0]]] += last == numbers[0]
                now -= kinds[numbers[0]][0]
                last = 0  # and so number 0 counts as temporary behind another `-`
    assert len(seen) == len(kinds)
    result = Read()
    knows_frees = bool(counts["freed"])
    for (size, stack), calls in counts["calls"].items():
        result.add(None, stack, calls=calls, bytes=calls * size)
        if knows_frees:
            freed = counts["freed"][size, stack]
            result.add(None, stack, freed=freed, temporary=counts["temporary"][size, stack])
            result.add(None, stack, live=calls - freed, live_bytes=(calls - freed) * size)
    result.peak = peak if knows_frees else None
    return result


def read_perfetto(data):
    packets = [message(each) for each in message(data)[1]]
    assert {each[10][0] for each in packets} == {1}
    (interned,) = [message(each[12][0]) for each in packets if 12 in each]
    texts = {}
    for each in map(message, interned[5]):
        texts[each[1][0]] = each[2][0].decode()
    mappings = {message(each)[1][0] for each in interned[19]}
    frames = {}
    for each in map(message, interned[6]):
        assert each[3][0] in mappings and 4 in each
        frames[each[1][0]] = texts[each[2][0]]
    stacks = {}
    for each in map(message, interned[7]):
        stacks[each[1][0]] = [frames[id] for id in each[2]]
    profiles = [message(each[37][0]) for each in packets if 37 in each]
    assert [each[7][0] for each in profiles] == list(range(len(profiles)))
    assert [each[6][0] for each in profiles] == [1] * (len(profiles) - 1) + [0]
    result = Read()
    for dump in [message(each[5][0]) for each in profiles]:
        heap = dump[11][0].decode() if 11 in dump else "-"
        for sample in map(message, dump[2]):
            stack = stacks[sample[1][0]]
            calls, bytes = sample[5][0], sample[2][0]
            result.add(heap, stack, calls=calls, bytes=bytes)
            if 3 in sample:
                result.add(heap, stack, live=calls - sample[6][0])
                result.add(heap, stack, live_bytes=bytes - sample[3][0])
    return result


def read_callgrind(data):
    """Own costs, which are those of leaves."""
    names, result, events, is_call = {}, Read(), [], False
    for line in data.decode().splitlines():
        if line.startswith("events:"):
            events = [re.sub("(?<=.)([A-Z])", r"-\1", each).lower() for each in line.split()[1:]]
        elif line.startswith("summary:"):
            summary = [int(each) for each in line.split()[1:]]
        elif match := re.match(r"c?fn=\((\d+)\)(?: (.*))?$", line):
            names.setdefault(match[1], match[2])
            if line.startswith("fn"):
                function = names[match[1]]
        elif line.startswith("calls="):
            is_call = True
        elif line[:1].isdigit():
            numbers = dict(zip(events, map(int, line.split()[1:])))
            if not is_call:
                result.add(None, (function,), **numbers)
            is_call = False
    assert summary == [sum(result.numbers[each].values()) for each in events]
    return result


def without_allocators(numbers, leaves=False):
    """Sums that tell no allocators apart, or, for leaves, nothing but the leaf."""
    result = Counter()
    for (_, stack), number in numbers.items():
        result[None, stack[-1:] if leaves else stack] += number
    return result


def report(allocsite, files):
    """measure → allocator → number, from the upper table."""
    command = [allocsite, "report", "--raw-bytes", "--all-layers", *files]
    lines = subprocess.check_output(command, text=True).splitlines()
    words = re.split(" {1,}", lines[0].strip())[1:]
    result = {word: Counter() for word in words if word != "sites"}
    assert {"bytes", "calls"} <= set(result), lines[0]
    for line in lines[1 : lines.index("")]:
        allocator, *numbers = re.match(r"(.*\S)" + r" +(\d+)" * len(words), line).groups()
        for word, number in zip(words, numbers):
            if word != "sites":
                result[word][allocator] += int(number)
    return {measure: +numbers for measure, numbers in result.items()}


def compare(export, formats):
    """The numbers of the JSON, and the formats that have the same."""
    reference = read_json(export("json"))
    names = {allocator for allocator, _ in reference.numbers["calls"]}
    has_allocator = names != {"-"}
    assert not has_allocator or "-" not in names, "rows without an allocator among others"
    compared = ["json"]
    for format in formats:
        if "read_" + format not in globals() or format == "json":
            continue
        read = globals()["read_" + format]
        needs = read.__code__.co_argcount == 2
        data = export(format)
        got = read(data, has_allocator) if needs else read(data)
        assert "bytes" in got.numbers
        for measure, numbers in got.numbers.items():
            expected = reference.numbers[measure]
            if format in ("callgrind", "heaptrack"):
                expected = without_allocators(expected, leaves=format == "callgrind")
            if format == "collapsed":
                expected = Counter(
                    {(a, tuple(f.replace(";", ":") for f in s)): n for (a, s), n in expected.items()}
                )
            assert +numbers == +expected, (format, measure, numbers, expected)
        if format == "heaptrack" and got.peak is not None:
            assert got.peak == sum(reference.numbers["peak"].values())
        compared.append(format)
    return reference, compared


def main(allocsite, *files):
    if allocsite == "--written":  # in a directory, named by their formats
        written = Path(files[0])
        formats = sorted(each.name for each in written.iterdir())
        reference, compared = compare(lambda format: (written / format).read_bytes(), formats)
        print("measures:", *sorted(reference.numbers))
        print("agree:", *compared)
        return

    if allocsite == "--pprof":
        decode_pprof(sys.stdin.buffer.read(), print)
        return

    def export(format):
        return subprocess.check_output([allocsite, "export", "--all-layers", "--format", format, *files])

    text = subprocess.check_output([allocsite, "export", "--help"], text=True)
    formats = re.findall(r"^  ([a-z]+) {2,}\S", text.split("what reads them:")[1], re.M)
    reference, compared = compare(export, formats)
    for measure, expected in report(allocsite, files).items():
        sums = Counter()
        for (allocator, _), number in reference.numbers[measure].items():
            sums[allocator] += number
        assert +sums == expected, (measure, sums, expected)
    print("agree:", *compared)


if __name__ == "__main__":
    main(*sys.argv[1:])
