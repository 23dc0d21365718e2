"""Runs a command whose standard error is a terminal, and prints what it wrote there."""

import os
import subprocess
import sys

ours, theirs = os.openpty()
process = subprocess.Popen(sys.argv[1:], stderr=theirs)
os.close(theirs)
text = b""
while True:
    try:
        more = os.read(ours, 4096)
    except OSError:  # the other end is closed
        break
    if not more:
        break
    text += more
sys.stdout.write(text.decode().replace("\r", "\n").replace("\033", ""))
sys.exit(process.wait())
