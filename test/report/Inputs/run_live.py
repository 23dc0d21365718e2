# ===- run_live.py - Looks at allocsite run --live -------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""usage: run_live.py ALLOCSITE PROGRAM DIRECTORY

The program runs until a file is there.
"""

import os
import re
import subprocess
import sys

from tmux import Terminal

allocsite, program, directory = sys.argv[1:]
# Not where the logs are: that nothing is left there is looked at.
stop = os.path.join(os.path.dirname(directory), "stop")
name = os.path.basename(program)


def end():
    open(stop, "w").close()


def running():
    if os.path.exists(stop):
        os.remove(stop)


# In lines, on standard error.
running()
live = [allocsite, "run", "--live", "--interval", "0.2", "--top", "1", "--", program, stop]
with subprocess.Popen(live, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                      env=dict(os.environ, TMPDIR=directory)) as app:
    for line in app.stderr:
        if line.startswith(name):
            assert re.match(rf"{name} \[\d+\]   running for 0:\d\d:\d\d   every ", line), line
        if re.search(r"47\.7 MiB .*malloc +once +\S*app\.c:", line):
            seen_once = line
        found = re.search(r"([\d,]+) +([\d,]+) +malloc +busy +\S*app\.c:", line)
        if found and int(found[2].replace(",", "")) > 0:
            break
    else:
        raise AssertionError("no row that grows")
    assert seen_once
    end()
    out, _ = app.communicate()
    assert out.startswith("the program's own words\n") and "1 of 2 sites shown" in out, out
    assert app.returncode == 7, app.returncode

# In a terminal, where the words of the program do not disturb.
running()
command = f"{allocsite} run --live --interval 0.2 --by function -- {program} {stop}"
with Terminal(command, TMPDIR=directory) as terminal:
    screen = terminal.wait(lambda s: "busy" in s and "once" in s)
    assert screen.startswith(f" {name} ["), screen
    assert "own words" not in screen and "v: function" in screen, screen
    terminal.type("c")
    terminal.wait("calls▼")
    end()
    screen = terminal.wait("exit 7")
    assert "v: " not in screen and screen.startswith("the program's own words"), screen
    assert re.search(r"47\.7 MiB.*once", screen), screen

# q gives up the table, not the program.
running()
with Terminal(command, TMPDIR=directory) as terminal:
    terminal.wait("busy")
    terminal.type("q")
    # The path may break the line anywhere.
    screen = terminal.wait(lambda s: "still runs" in s.replace("\n", ""))
    assert "own words" in screen and "exit" not in screen, screen
    end()
    screen = terminal.wait("exit 7")
    assert re.search(r"47\.7 MiB.*once", screen), screen
