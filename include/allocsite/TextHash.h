/*===- TextHash.h - A text as 64 bits ---------------------------------------===
 *
 * Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * By which two who cannot show each other a text know that it is the same: the
 * pass and the runtime a symbol, the pass and the report a configuration file.
 *
 * C-compatible.
 *===----------------------------------------------------------------------===*/
#ifndef ALLOCSITE_TEXTHASH_H
#define ALLOCSITE_TEXTHASH_H

#include <stddef.h>
#include <stdint.h>

/* FNV-1a with a final mix. Never 0. */
static inline uint64_t allocSiteTextHash(const char *Text, size_t Size) {
  uint64_t Hash = UINT64_C(0xcbf29ce484222325);
  size_t I;
  for (I = 0; I < Size; ++I)
    Hash = (Hash ^ (unsigned char)Text[I]) * UINT64_C(0x100000001b3);
  Hash ^= Hash >> 32;
  return Hash ? Hash : 1;
}

#endif
