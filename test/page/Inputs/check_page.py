# ===- check_page.py - Uses a page as a person would ------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: check_page.py PAGE.html LOG.csv [AFTER.csv]

Opens the page in Chromium, and compares what it shows with sums over the rows of the logs.
"""

import csv
import sys

from browser import Browser

# Columns of a log, and what the page calls them.
MEASURES = {"call count": "calls", "total bytes": "bytes", "live count": "live", "live bytes": "live-bytes",
            "peak bytes": "peak", "freed count": "freed", "temporary count": "temporary"}

html, *logs = sys.argv[1:]
failed = set()


def rows_of(log):
    with open(log, encoding="utf-8", errors="replace", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row.update((word, int(row[title])) for title, word in MEASURES.items() if title in row)
        row["chain"] = [row["pc%d" % at] for at in range(4)]
        while row["chain"] and row["chain"][-1] == "-":
            row["chain"].pop()
    global failed
    failed |= {row["allocator"] for row in rows if row["allocator"].endswith("(failed)")}
    return [row for row in rows if row["allocator"] not in failed]


def total(rows, column):
    return sum(row[column] for row in rows)


def expect(what, actual, expected):
    if actual != expected:
        sys.exit("%s: %r where %r is expected" % (what, actual, expected))
    print("%s: %s" % (what, actual))


def cells(page, field):
    return page.evaluate(
        "[...document.querySelectorAll('#table .tabulator-row [tabulator-field=\"%s\"]')]"
        ".map(e => e.textContent)" % field)


def count(page, selector):
    return page.evaluate("document.querySelectorAll(%r).length" % selector)


def tile(page, word, side="value"):
    return int(page.evaluate("document.querySelector('.tile[data-measure=%s]').dataset.%s" % (word, side)))


def search(page, text):
    page.evaluate("document.querySelector('[type=search]').focus()")
    page.evaluate("document.querySelector('[type=search]').select()")
    page.type(text)
    page.idle()


def check(page, rows):
    if count(page, "select[aria-label=Allocators]"):
        page.choose("Allocators", "all")
    words = page.evaluate("[...document.querySelectorAll('.tile[data-measure]')].map(e => e.dataset.measure)")
    expect("measures", sorted(words), sorted(word for word in MEASURES.values() if word in rows[0]))
    for word in words:
        expect("total " + word, tile(page, word), total(rows, word))
        page.choose("Measure", word)
        most = max(total([r for r in rows if r["chain"][0] == name], word)
                   for name in {r["chain"][0] for r in rows})
        if not word.endswith(("bytes", "peak")):
            expect("most " + word, cells(page, "sum-" + word)[0].replace(",", ""), str(most))
    page.choose("Measure", "bytes")

    # Each allocator by itself.
    for option in page.evaluate(
            "[...(document.querySelector('select[aria-label=Allocators]')?.options ?? [])]"
            ".map(o => o.value).filter(each => !['all', 'outermost'].includes(each))"):
        page.choose("Allocators", option)
        expect("bytes of " + option, tile(page, "bytes"),
               total([row for row in rows if row["allocator"] == option], "bytes"))
    if count(page, "select[aria-label=Allocators]"):
        page.choose("Allocators", "all")

    # The table: a line for each function that allocates, the largest first; by calls after a
    # click on that column.
    functions = {row["chain"][0] for row in rows if row["chain"]}
    note = page.evaluate("document.querySelector('#allocations .note').textContent")
    expect("lines", note.split(" ")[0].replace(",", ""), str(len(functions)))
    most = max(functions, key=lambda name: total([r for r in rows if r["chain"][:1] == [name]], "calls"))
    page.click('#table [tabulator-field="sum-calls"] .tabulator-col-title')
    page.idle()
    expect("most calls", cells(page, "sum-calls")[0].replace(",", ""),
           str(total([r for r in rows if r["chain"][:1] == [most]], "calls")))
    expect("sorted by", page.evaluate("document.querySelector('#table [aria-sort=descending]')"
                                      ".getAttribute('tabulator-field')"), "sum-calls")

    page.evaluate("document.querySelector('#table .tabulator-col[tabulator-field=name]').focus()")
    page.press("Enter")
    page.idle()
    expect("last name", page.evaluate("document.querySelector('#table .tabulator-row').dataset.name"), max(functions))
    page.press("Enter")
    page.idle()
    expect("first name", page.evaluate("document.querySelector('#table .tabulator-row').dataset.name"), min(functions))
    page.click('#table [tabulator-field="sum-calls"] .tabulator-col-title')
    page.idle()

    # A line opens by a click, and closes by the keyboard.
    before = count(page, "#table .tabulator-row")
    page.click("#table .tabulator-row[aria-expanded=false] .mark")
    page.idle()
    expect("lines that are open", count(page, "#table .tabulator-row[aria-expanded=true]"), 1)
    if not count(page, "#table .tabulator-row[aria-level='2']") or count(page, "#table .tabulator-row") <= before - 1:
        sys.exit("the line has no children")
    page.evaluate("document.querySelector('#table').focus()")
    page.press("ArrowDown")
    page.press("ArrowLeft")
    page.idle()
    page.press("ArrowLeft")
    page.idle()
    expect("lines that are open", count(page, "#table .tabulator-row[aria-expanded=true]"), 0)

    # By type.
    page.click("#allocations label:has([value=type])")
    page.idle()
    note = page.evaluate("document.querySelector('#allocations .note').textContent")
    expect("types", note.split(" ")[0].replace(",", ""), str(len({row["type"] for row in rows})))
    page.click("#allocations label:has([value=callees])")

    # Search: its share, and the rows that stay.
    for text in (name.split("(")[0][:12].lower() for name in sorted(functions)):
        found = [row for row in rows if any(text in each.lower() for each in
                                            row["chain"] + [row["allocator"], row["type"], row["site"]])]
        if text and len(found) < len(rows):
            break
    search(page, text)
    expect("found bytes", int(page.evaluate("document.querySelector('.result').dataset.value")),
           total(found, "bytes"))
    note = page.evaluate("document.querySelector('#allocations .note').textContent")
    expect("found rows", note.split(" of ")[1].split(" ")[0].replace(",", ""), str(len(found)))
    page.press("Escape")
    page.idle()

    # The graph: the first box of the second row, by a click, by keys, and inverted.
    def zoomed():
        return page.evaluate("[...document.querySelectorAll('.trail button')].map(e => e.textContent)")

    outermost = {}
    for row in rows:
        first = (row["chain"] or ["→ " + row["allocator"]])[-1]
        outermost[first] = outermost.get(first, 0) + row["bytes"]
    largest = max(outermost, key=outermost.get)
    left, top, width, _ = page.place("#graph canvas")
    page.click_at(left + 5, top + 33)
    page.idle()
    expect("zoomed to", zoomed(), ["all", largest])
    note = page.evaluate("document.querySelector('#allocations .note').textContent")
    expect("rows in the box", note.split(" of ")[1].split(" ")[0].replace(",", ""),
           str(len([r for r in rows if (r["chain"] or ["→ " + r["allocator"]])[-1] == largest])))
    page.evaluate("document.querySelector('#graph canvas').focus()")
    page.press("Escape")
    page.idle()
    expect("zoomed to", zoomed(), [])
    page.click("#graph .tools button")
    page.idle()
    allocators = {row["allocator"] for row in rows}
    largest = max(allocators, key=lambda name: total([r for r in rows if r["allocator"] == name], "bytes"))
    page.evaluate("document.querySelector('#graph canvas').focus()")
    page.press("ArrowDown")
    page.press("Enter")
    page.idle()
    expect("inverted, zoomed to", zoomed(), ["all", "→ " + largest])
    page.press("Escape")
    page.idle()


def check_compared(page, before, after):
    if count(page, "select[aria-label=Allocators]"):
        page.choose("Allocators", "all")
    for word in ("bytes", "calls"):
        expect(word + " before", tile(page, word, "before"), total(before, word))
        expect(word + " after", tile(page, word), total(after, word))
    largest = max({row["chain"][0] for row in before + after}, key=lambda name: abs(
        total([r for r in after if r["chain"][0] == name], "bytes")
        - total([r for r in before if r["chain"][0] == name], "bytes")))
    shown = page.evaluate("document.querySelector('#table .tabulator-row .label').textContent")
    expect("largest change", shown.split("(")[0].split("::")[-1], largest.split("(")[0].split("::")[-1])
    changes = cells(page, "change-bytes")
    if not any(each.startswith("+") for each in changes) or not any(each.startswith("−") for each in changes):
        sys.exit("nothing has grown, or nothing shrunk: %s" % changes[:9])


with Browser() as browser:
    page = browser.open(html)
    if len(logs) == 2:
        check_compared(page, rows_of(logs[0]), rows_of(logs[1]))
    else:
        check(page, rows_of(logs[0]))

    if failed:
        page.click("#tab-failures")
        page.idle()
        expect("allocators with calls that failed", count(page, "#panel li"), len(failed))
    else:
        expect("panels of failed calls", count(page, "#tab-failures"), 0)

    # Dark where the system is, or where it is chosen.
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate(dark=True)
    page.pause()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    expect("light and dark", (light, dark), ("rgb(255, 255, 255)", "rgb(20, 24, 31)"))
    page.choose("Theme", "light")
    expect("chosen light", page.evaluate("getComputedStyle(document.body).backgroundColor"), light)

    # To a screen reader the table is a tree, and says how many lines it has.
    expect("role", page.evaluate("document.querySelector('#table').getAttribute('role')"), "treegrid")
    if not int(page.evaluate("document.querySelector('#table').getAttribute('aria-rowcount')")) > 1:
        sys.exit("no aria-rowcount")

    # What is printed has a table of its own, of text.
    first = page.evaluate("document.querySelector('#table .tabulator-row').dataset.name")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.pause()
    if not count(page, ".tabulator-print-table tbody tr"):
        sys.exit("nothing to print")
    expect("printed name", page.evaluate(
        "document.querySelector('.tabulator-print-table tbody td').textContent.trim()"),
        first)
    expect("elements that are printed", count(page, ".tabulator-print-table td :not(span)"), 0)
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")

    expect("elements that a name made", count(page, "img, b, iframe, body > script ~ script ~ script"), 0)
    expect("what a name ran", page.evaluate("String(window.ran)"), "undefined")
    expect("complaints", page.complaints, [])
    expect("files that were asked for", [each for each in page.requests if not each.startswith("file:")], [])
