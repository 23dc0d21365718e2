# ===- search_times.py - How long a large page takes to answer --------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: search_times.py PAGE.html

Prints how long the page takes to open, and from a keystroke in the search to its answer.
"""

import sys
import time

from browser import Browser

ANSWER = """(text => new Promise(done => {
  const field = document.querySelector('[type=search]'), result = () => document.querySelector('.result').textContent;
  const before = result(), begin = performance.now();
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', {bubbles: true}));
  const look = () => result() !== before ? done(performance.now() - begin) : requestAnimationFrame(look);
  look();
}))(%r)"""


def main():
    with Browser() as browser:
        begin = time.monotonic()
        page = browser.open(sys.argv[1], 1400, 1000)
        print("opened in %.1f s" % (time.monotonic() - begin))
        page.evaluate("new Promise(done => setTimeout(done, 3000))")
        for text in ("parse", "merge", "Table", "apply"):
            print("search %-8s answered in %4.0f ms" % (text, page.evaluate(ANSWER % text)))
            page.idle()


main()
