/*===- SymbolHash.h - Which symbols mean one function -----------------------===
 *
 * Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * Modules speak of one function by symbols that agree, but for what optimisers
 * append to the names of clones. Nobody reads the symbols, so that a hash of 64
 * bits takes their place. It is made by the pass, and by the runtime where the
 * name that is shown is the symbol:
 *
 *   _ZN5ShapeC2Ev, _ZN5ShapeC2Ev.part.0    one hash, in the descriptors
 *   work, work.llvm.1234                   one hash, of the name `work`
 *
 * C-compatible.
 *===----------------------------------------------------------------------===*/
#ifndef ALLOCSITE_SYMBOLHASH_H
#define ALLOCSITE_SYMBOLHASH_H

#include "TextHash.h"
#include <string.h>

/* What clones are called (.llvm.123, .cold, .part.0, .resume, .specialized.1)
   follows the first dot; a leading dot is part of the name. Returns bytes. */
static inline size_t allocSiteSymbolSize(const char *Symbol, size_t Size) {
  const void *Dot = Size > 1 ? memchr(Symbol + 1, '.', Size - 1) : NULL;
  return Dot ? (size_t)((const char *)Dot - Symbol) : Size;
}

/* Of the symbol without the suffix of clones. Never 0. */
static inline uint64_t allocSiteSymbolHash(const char *Symbol, size_t Size) {
  return allocSiteTextHash(Symbol, allocSiteSymbolSize(Symbol, Size));
}

#endif
