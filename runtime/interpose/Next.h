//===- Next.h - What the executable's code calls ----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code of the executable that counts its calls of malloc reads malloc's address in a word, and not in
// a table of the linker's. It is the address of whatever the program calls by that name, until what
// the runtime puts in front of that has found the next one (Entries.cpp).
//
// The words are beside the entries. Where there are none, the pass makes them beside main
// (pass/embed/Embed.cpp), and liballocsite.a has them (Next.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_INTERPOSE_NEXT_H
#define ALLOCSITE_RUNTIME_INTERPOSE_NEXT_H

#include "allocsite/Abi.h"

extern "C" {
#define NEXT(Symbol)                                                                          \
  extern const void *ALLOCSITE_SYM_NEXT(Symbol) __attribute__((visibility("hidden")));
ALLOCSITE_NEXT_OF(NEXT)
#undef NEXT
}

#endif
