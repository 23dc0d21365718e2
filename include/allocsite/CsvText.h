/*===- CsvText.h - What the CSV makes of a name ---------------------------===
 *
 * Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * Names come from source files, which may hold any bytes. In the CSV, and in the
 * inventory that has to say the same, each byte that begins no sequence of UTF-8 is
 * U+FFFD, and what is longer than ALLOCSITE_NAME_BYTES is cut and ends in U+2026:
 *
 *   for each step: Length = allocSiteSequenceLength(At, Left)
 *     take Length bytes, or U+FFFD for one where it is 0;
 *     end with U+2026 where that is more than ALLOCSITE_NAME_BYTES in all
 *
 * C-compatible.
 *===----------------------------------------------------------------------===*/
#ifndef ALLOCSITE_CSVTEXT_H
#define ALLOCSITE_CSVTEXT_H

#include <stddef.h>

#define ALLOCSITE_NAME_BYTES 16384
#define ALLOCSITE_INVENTORY_LINE_BYTES 1048576 /* more in a line is refused */
/* Behind the symbol of a function: the name of the copy that was compiled with the pass. */
#define ALLOCSITE_COUNTED_COPY ".counted"
#define ALLOCSITE_REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */
#define ALLOCSITE_ELLIPSIS "\xE2\x80\xA6"    /* U+2026 */

/* Bytes of the well-formed sequence at At (Unicode, table 3-7), or 0. Left > 0. */
static inline size_t allocSiteSequenceLength(const unsigned char *At, size_t Left) {
  unsigned char Lead = At[0], Low = 0x80, High = 0xBF;
  size_t Length = Lead < 0x80 ? 1 : Lead < 0xE0 ? 2 : Lead < 0xF0 ? 3 : 4, I;
  if (Lead < 0x80)
    return 1;
  if (Lead < 0xC2 || Lead > 0xF4 || Left < Length)
    return 0;
  if (Lead == 0xE0)
    Low = 0xA0;
  if (Lead == 0xED)
    High = 0x9F; /* no surrogates */
  if (Lead == 0xF0)
    Low = 0x90;
  if (Lead == 0xF4)
    High = 0x8F;
  if (At[1] < Low || At[1] > High)
    return 0;
  for (I = 2; I < Length; ++I)
    if (At[I] < 0x80 || At[I] > 0xBF)
      return 0;
  return Length;
}

#endif
