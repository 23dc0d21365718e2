# ===- top.py - Looks at allocsite top in a terminal ----------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: top.py ALLOCSITE PROGRAM DIRECTORY

The program counts its calls itself, in a file: while it is stopped, what is on the screen must
be that number.
"""

import os
import re
import signal
import struct
import subprocess
import sys

from tmux import Terminal

allocsite, program, directory = sys.argv[1:]
counter = os.path.join(directory, "counter")
environment = dict(os.environ, ALLOCSITE="1", TMPDIR=directory)
app = subprocess.Popen([program, counter], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                       env=environment)
app.stdout.readline()


def row(screen, function):
    """The numbers of the row of a function, by the titles above them."""
    lines = screen.split("\n")
    [head] = [line for line in lines if "allocator" in line and "bytes/s" in line]
    [found] = [line for line in lines if re.search(r"\b%s\b" % function, line)]
    titles = [word.rstrip("▼") for word in head.split()]
    return dict(zip(titles, found.split()))


def counted():
    with open(counter, "rb") as file:
        return struct.unpack("Q", file.read(8))[0]


try:
    with Terminal(f"{allocsite} top {app.pid} --raw-bytes --interval 0.2") as terminal:
        screen = terminal.wait("busy")
        assert screen.startswith(f" {os.path.basename(program)} [{app.pid}]   running for 0:"), screen
        # Rates come with the second reading, and go when it stops.
        moving = lambda s: "busy" in s and int(row(s, "busy")["calls/s"]) > 0
        screen = terminal.wait(moving)
        assert row(screen, "once")["calls/s"] == "0", screen
        before = counted()
        app.send_signal(signal.SIGSTOP)
        screen = terminal.wait(lambda s: "busy" in s and int(row(s, "busy")["calls/s"]) == 0)
        numbers = row(screen, "busy")
        # It may have been stopped behind a call, before its own counter.
        assert before <= counted() <= int(numbers["calls"]) <= counted() + 1, (screen, counted())
        assert int(numbers["bytes"]) == 64 * int(numbers["calls"]), screen
        assert row(screen, "once")["bytes"] == "50000000", screen

        # The largest first, by what a key says.
        order = lambda s: [re.search(r"busy|once", l)[0] for l in s.split("\n") if re.search(r"busy|once", l)]
        assert order(screen) == ["once", "busy"] and "bytes▼" in screen, screen
        terminal.type("c")
        assert order(terminal.wait("calls▼")) == ["busy", "once"]
        terminal.type("c")
        terminal.wait("calls/s▼")
        terminal.type("<", "<", "<")
        terminal.wait("bytes▼")
        terminal.type(">")
        terminal.wait("bytes/s▼")
        terminal.type("<")
        terminal.wait("bytes▼")
        # Without live memory the chart has bytes in a second.
        assert re.search(r"bytes/s, \d+ (s|min) │", screen), screen

        # A text is looked for while it is typed, in upper or lower case; q is then no key.
        terminal.type("/", "B", "u", "q", "BSpace")
        screen = terminal.wait(lambda s: "/Bu_" in s and "once" not in s)
        assert "busy" in screen, screen
        terminal.type("Enter")
        terminal.wait('only "Bu" (Escape: all)')
        terminal.type("Escape")
        terminal.wait("once")
        terminal.type("/", "x", "x")
        terminal.wait("nothing is allocated that is asked for")
        terminal.type("Escape")
        terminal.wait("once")

        # The growth since a moment: the program stands still.
        terminal.type("m")
        screen = terminal.wait(lambda s: "growth in" in s and row(s, "once")["calls"] == "0")
        assert row(screen, "busy")["calls"] == "0", screen
        app.send_signal(signal.SIGCONT)
        screen = terminal.wait(lambda s: row(s, "busy")["calls"].startswith("+"))
        assert row(screen, "once")["bytes"] == "0", screen
        terminal.type("m")
        terminal.wait(lambda s: "growth in" not in s and row(s, "once")["calls"] == "1")

        # The tree: its only root is open, Enter closes and opens it, t shows it upside down.
        terminal.type("t")
        screen = terminal.wait(">▾ main")
        assert re.search(r"50000000 +99.\d% +50000000 +once", screen), screen
        terminal.type("Enter")
        terminal.wait(lambda s: ">▸ main" in s and "once" not in s)
        terminal.type("Enter")
        terminal.wait(lambda s: ">▾ main" in s and "once" in s)
        terminal.type("Down")
        terminal.wait(lambda s: re.search(r"> +once", s) is not None)
        terminal.type("t")
        terminal.wait(">▸ once")
        terminal.type("Enter")
        terminal.wait(lambda s: re.search(r">▾ once\n.*main", s) is not None)
        terminal.type("/", "b", "u", "s", "Enter")
        terminal.wait(lambda s: "once" not in s and "▾ busy" in s)
        terminal.type("Escape", "t")
        terminal.wait("v: site")
        # Views, a pause, another pace.
        terminal.type("v")
        screen = terminal.wait("v: function")
        assert "app.c" not in screen and "busy" in screen, screen
        terminal.type("v", "v", "v")
        screen = terminal.wait("v: file")
        assert "app.c" in screen and "busy" not in screen, screen
        terminal.type("v")
        terminal.wait("v: through")
        terminal.type("v")
        terminal.wait("v: site")
        terminal.type("-")
        terminal.wait("every 0.4 s")
        terminal.type("Space")
        terminal.wait("paused")
        terminal.type("Space", "+")
        terminal.wait("every 0.2 s")

        # Another size: nothing runs over the edge.
        terminal.resize(60, 8)
        screen = terminal.wait(lambda s: len(s.split("\n")) == 8 and "running for" in s)
        lines = screen.split("\n")
        assert all(len(line) <= 60 for line in lines), screen
        assert "running for" in lines[0] and "bytes▼" in lines[2] and "once" in lines[3], screen
        terminal.resize(20, 2)
        terminal.wait(lambda s: len(s.split("\n")) == 2)
        terminal.resize(110, 20)
        terminal.wait("busy")

        # The process ends: what was seen last stays. Then the terminal is as it was.
        app.kill()
        app.wait()
        screen = terminal.wait(f"process {app.pid} is not running")
        assert "busy" in screen and "once" in screen, screen
        terminal.type("q")
        screen = terminal.wait("exit 0")
        assert "busy" not in screen and "v: " not in screen, screen
finally:
    app.kill()

# A screen of 80 columns has no room for all numbers of live memory: names stay, and a number that
# the table is sorted by.
app = subprocess.Popen([program, counter], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                       env=dict(environment, ALLOCSITE_OPTIONS="live=1:verbosity=0"))
app.stdout.readline()
with Terminal(f"{allocsite} top {app.pid}", width=80) as terminal:
    screen = terminal.wait(lambda s: "busy" in s and "live, " in s)
    lines = screen.split("\n")
    [head] = [line.split() for line in lines if "allocator" in line]
    assert head[0] == "bytes▼" and head[-3:] == ["allocator", "function", "site"], screen
    assert "live-bytes" in head and "bytes/s" not in head, screen
    assert re.search(r"malloc +busy +\S*app.c:\d+", screen), screen
    # The largest live memory, at the left of the chart.
    assert re.search(r"4\d\.\d MiB │", lines[1]) and re.search(r"live, \d+ (s|min) │ *█+$", lines[3]), screen
    # To the right there is the whole table, and more of it.
    terminal.type("Right")
    terminal.wait(lambda s: "live-bytes/s" in s and "site" not in s.split("\n")[5])
    terminal.type("Right", "Right", "Right")
    screen = terminal.wait(lambda s: re.search(r"busy +\w\S*/app.c:\d+", s) is not None)
    assert "bytes▼" not in screen, screen
    terminal.type("Left", "Left", "Left", "Left")
    terminal.wait("bytes▼")
    terminal.type("p")
    screen = terminal.wait("peak▼")
    assert "busy" in screen, screen

# Names that are long keep two fifths of the line, at any width.
with Terminal(f"{allocsite} top {app.pid} --ascii", width=60) as terminal:
    screen = terminal.wait(lambda s: "busy" in s and "live, " in s)
    assert not re.search("[▁-█│▼←]", screen), screen
    [found] = [line for line in screen.split("\n") if re.search(r"\bbusy\b", line)]
    assert re.search(r"busy +\S*app.c:\d+", found), screen
    assert 60 - found.index("busy") >= 24, screen

# A signal ends it in the same way.
with Terminal(f"{allocsite} top {app.pid} --allocator malloc --by allocator") as terminal:
    terminal.wait("v: allocator")
    terminal.type("C-c")
    assert "v: " not in terminal.wait("exit 0")
with Terminal(f"{allocsite} top {app.pid}", TERM="nonsense") as terminal:
    terminal.wait("error: top: TERM=nonsense: no terminal of that name is known")
    terminal.wait("exit 2")
app.stdin.close()
app.wait()
