# ===- tmux.py - A command in a terminal that a test can look at ----------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
"""A terminal of tmux, with a server of its own."""

import os
import subprocess
import tempfile
import time


class Terminal:
    def __init__(self, command, width=100, height=20, **environment):
        self.folder = tempfile.mkdtemp(dir="/tmp")
        self.socket = os.path.join(self.folder, "tmux")
        words = [f"env {n}={v}" for n, v in environment.items()] + [command]
        # What the command leaves behind is seen below it.
        text = " ".join(words) + "; echo exit $?; cat"
        size = ["-x", str(width), "-y", str(height)]
        self.tmux("-f", "/dev/null", "new-session", "-d", *size, text)

    def tmux(self, *words):
        run = ["tmux", "-u", "-S", self.socket, *words]
        return subprocess.run(run, check=True, capture_output=True, text=True).stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"])
        subprocess.run(["rm", "-rf", self.folder])

    def screen(self):
        return self.tmux("capture-pane", "-p").rstrip("\n")

    def type(self, *keys):
        self.tmux("send-keys", *keys)

    def resize(self, width, height):
        self.tmux("resize-window", "-x", str(width), "-y", str(height))

    def wait(self, holds, seconds=60):
        """The first screen that holds(), a text or a function of the screen. One that is half drawn,
        on which the function does not find its way, is another that does not."""
        test = holds if callable(holds) else lambda screen: holds in screen
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            screen = self.screen()
            try:
                if test(screen):
                    return screen
            except (IndexError, KeyError, ValueError):
                pass
            time.sleep(0.1)
        raise AssertionError("never on the screen: %s\n%s" % (holds, screen))
