"""same.py PLAIN PROFILED ARG…: both programs print and end alike, and the second
says nothing on standard error but its own three lines, and those only where
profiling is on."""

import os
import subprocess
import sys

plain, profiled, *arguments = sys.argv[1:]


def run(program, level):
    environment = dict(os.environ, ALLOCSITE_OPTIONS="output=%s.csv" % profiled)
    if level:
        environment["SKIP_HEAP_PROFILE"] = level
    return subprocess.run(
        [program] + arguments, env=environment, capture_output=True, text=True
    )


def own(text):
    """What is not from the profiler."""
    return [
        line
        for line in text.splitlines()
        if not line.startswith(("heap profiler: ", "Dumping log of size ", "allocsite: "))
    ]


want = run(plain, None)
for level in (None, "0", "1"):
    got = run(profiled, level)
    for what in ("returncode", "stdout"):
        if getattr(got, what) != getattr(want, what):
            sys.exit(
                "SKIP_HEAP_PROFILE=%s: %s is %r, not %r"
                % (level, what, getattr(got, what), getattr(want, what))
            )
    text = own(got.stderr) if level == "1" else got.stderr.splitlines()
    if text != want.stderr.splitlines():
        sys.exit("SKIP_HEAP_PROFILE=%s: standard error is %r" % (level, got.stderr))
    if level == "1" and "heap profiler: enabled!" not in got.stderr:
        sys.exit("profiling was not on")
