# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Run by the build: writes FROM to TO, and behind it a comment with a hash of FILES.

set(hashes "")
foreach(file IN LISTS FILES)
  file(SHA256 ${file} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 hash "${hashes}")
file(READ ${FROM} text)
file(WRITE ${TO} "${text}#\n# plugins ${hash}\n")
