# ===- frame_times.py - How long a page takes to draw ----------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: frame_times.py PAGE.html

Opens the page in Chromium without a GPU, scrolls the table of all rows by the wheel, moves and
zooms the graph, sorts and searches, and prints for each how long frames took from one to the
next (a display of 60 Hz has 16.7 ms) and what the page itself worked in the longest task.
"""

import sys
import time

from browser import Browser

RECORD = """(() => {
  window.frames_ = []; window.tasks_ = []; window.stop_ = false;
  let last = performance.now();
  const step = now => { frames_.push(now - last); last = now; if (!stop_) requestAnimationFrame(step); };
  requestAnimationFrame(now => { last = now; requestAnimationFrame(step); });
  window.observer_ ??= new PerformanceObserver(list => list.getEntries().forEach(e => tasks_.push(e.duration)));
  observer_.observe({entryTypes: ['longtask']});
})()"""
STOP = """(() => { stop_ = true; frames_.sort((a, b) => a - b);
  const at = share => frames_[Math.min(frames_.length - 1, Math.floor(frames_.length * share))];
  return [frames_.length, at(0.5), at(0.95), frames_.at(-1), Math.max(0, ...tasks_)]; })()"""


def main():
    with Browser() as browser:
        begin = time.monotonic()
        page = browser.open(sys.argv[1], 1400, 1000)
        page.pause()
        print("opened in %.1f s" % (time.monotonic() - begin))

        def report(what, act):
            page.pause()
            page.evaluate(RECORD)
            act()
            page.pause()
            count, median, most, worst, task = page.evaluate(STOP)
            print("%-34s %4d frames  median %5.1f ms  95%% %5.1f ms  worst %6.1f ms  longest task %5.0f ms"
                  % (what, count, median, most, worst, task))

        def steps(count, act):
            def run():
                for at in range(count):
                    act(at)
                    time.sleep(0.016)
            return run

        page.evaluate("document.querySelector('#graph').scrollIntoView()")
        left, top, width, height = page.place("#graph canvas")
        x, y = left + width / 2, top + 60
        report("graph: pointer moves", steps(60, lambda at: page.move(left + 10 + at * (width - 20) / 60, y)))
        report("graph: stretched by the wheel",
               steps(60, lambda at: page.wheel(x, y, -60 if at < 30 else 60, modifiers=2)))
        report("graph: a box is zoomed to", lambda: page.click_at(left + 30, y - 25))
        page.evaluate("document.querySelector('#graph canvas').focus()")
        page.press("Escape")
        page.wait("document.querySelector('.trail').hidden")
        report("graph: inverted", lambda: page.click("#graph .tools button"))
        report("table: all rows, not nested", lambda: page.click("#allocations label:last-child"))
        page.wait("!document.querySelector('[aria-busy=true]')")
        left, top, width, height = page.place("#table")
        x, y = left + width / 2, top + height / 2
        page.move(x, y)
        report("table: scrolled by the wheel", steps(90, lambda at: page.wheel(x, y, 240)))
        report("table: sorted by calls",
               lambda: page.click('#table [tabulator-field="sum-calls"] .tabulator-col-title'))

        def search():
            page.evaluate("document.querySelector('[type=search]').focus()")
            page.type("parse")
            page.wait("document.querySelector('.result').textContent !== ''")

        report("search", search)
        if page.complaints:
            sys.exit("\n".join(page.complaints))


main()
