//===- Next.cpp - What the executable's code calls ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The words of liballocsite.a, in a file of their own: references to allocators are weak in its
// object. Weak, since entries have them too.
//
//===----------------------------------------------------------------------===//
#include "Next.h"

extern "C" {
#define NEXT(Symbol)                                                                          \
  extern __attribute__((weak)) const char AllocSiteAddressOf_##Symbol[] __asm__(#Symbol);     \
  __attribute__((weak)) const void *ALLOCSITE_SYM_NEXT(Symbol) = AllocSiteAddressOf_##Symbol;
ALLOCSITE_NEXT_OF(NEXT)
#undef NEXT
}
