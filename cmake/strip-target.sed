# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Removes from a module of textual IR what it says of its own target: module
# flags, the compiler's name, and what CPU its functions were compiled for.
/^!llvm\.module\.flags = /d
/^!llvm\.ident = /d
s/ "\(target-cpu\|target-features\|tune-cpu\|frame-pointer\|min-legal-vector-width\)"="[^"]*"//g
