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

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* FNV-1a with a final mix. Never 0. By it two who cannot show each other a text know that it
   is the same: the pass and the runtime a symbol, the pass and the report a configuration
   file. */
static inline uint64_t allocSiteTextHash(const char *Text, size_t Size) {
  uint64_t Hash = UINT64_C(0xcbf29ce484222325);
  size_t I;
  for (I = 0; I < Size; ++I)
    Hash = (Hash ^ (unsigned char)Text[I]) * UINT64_C(0x100000001b3);
  Hash ^= Hash >> 32;
  return Hash ? Hash : 1;
}

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

/* What the linker calls the function that is called in place of f (--wrap=f), and f
   itself where that calls it. */
#define ALLOCSITE_WRAP_PREFIX "__wrap_"
#define ALLOCSITE_REAL_PREFIX "__real_"

/* The hash of the symbol that stands behind Prefix in Name, 0 where none does. */
static inline uint64_t allocSiteSymbolHashBehind(const char *Prefix, const char *Name,
                                                 size_t Size) {
  size_t Before = strlen(Prefix);
  if (Size <= Before || Name[0] != Prefix[0] || memcmp(Name, Prefix, Before) != 0)
    return 0;
  return allocSiteSymbolHash(Name + Before, Size - Before);
}

#endif
