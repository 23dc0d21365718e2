"""other_build_id.py FROM TO: copies a library, with another build id."""

import re
import sys

with open(sys.argv[1], "rb") as library:
    data = bytearray(library.read())
header = b"\4\0\0\0\x14\0\0\0\3\0\0\0GNU\0"
(note,) = re.finditer(re.escape(header), bytes(data[:65536]))
data[note.end()] ^= 0xFF
with open(sys.argv[2], "wb") as library:
    library.write(data)
