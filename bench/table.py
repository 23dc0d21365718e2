# ===- table.py - Tables for people ---------------------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Tables of text, and the words for numbers in them."""


def render(title, header, rows, notes=()):
    """Columns as wide as they must be; the first is to the left, all others to the
    right, but for those whose cells are words."""
    cells = [list(header)] + [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    left = [
        i == 0 or all(not row[i][:1].isdigit() and row[i] != "-" for row in cells[1:])
        for i in range(len(header))
    ]
    lines = ["", title, "=" * len(title)]
    for number, row in enumerate(cells):
        lines.append(
            "  ".join(
                text.ljust(width) if is_left else text.rjust(width)
                for text, width, is_left in zip(row, widths, left)
            ).rstrip()
        )
        if number == 0:
            lines.append("  ".join("-" * width for width in widths))
    return "\n".join(lines + ["  " + note for note in notes])


def ratio(value, digits=3):
    return "-" if value is None else "%.*f" % (digits, value)


def verdict(value, target):
    """Is the value within the target?"""
    if value is None or target is None:
        return "-"
    return "yes" if value <= target else "NO"


def seconds(value):
    if value < 0.001:
        return "%.0f us" % (value * 1e6)
    return "%.1f ms" % (value * 1e3) if value < 1 else "%.2f s" % value


def size(value):
    value = float(value)
    for unit in ("B", "KiB", "MiB"):
        if abs(value) < 1024:
            return ("%.0f %s" if unit == "B" else "%.1f %s") % (value, unit)
        value /= 1024
    return "%.1f GiB" % value


def count(value):
    return "{:,}".format(value)
