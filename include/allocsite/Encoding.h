/*===- Encoding.h - How the records of a module become bytes ----------------===
 *
 * Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 *   +--------+------+---------+-----------+--------+-------+-----------+
 *   | counts | keys | strings | functions | frames | sites | callsites |
 *   +--------+------+---------+-----------+--------+-------+-----------+
 *
 * Keys tell whether a module may define a function, without its records: two bytes,
 * the low one first, of the symbol (ALLOCSITE_KEY_OF), of each function that other
 * modules can mean and that is instrumented here or an alias; of __wrap_f also the
 * key of f. They are sorted, each there once; a reader need not rely on it.
 *
 * Nothing is aligned. A number is ULEB128: seven bits a byte, the low ones first,
 * all but the last byte with bit 7. A difference is one too, after zigzag: 0, -1,
 * 1, -2, … are 0, 1, 2, 3, …
 *
 * Strings are sorted by their bytes, each is ended by a zero, and they are one text,
 * which is stored in steps: a byte below 128 is followed by so many bytes of text and
 * one; other bytes, by a number: the text goes on as it stands so many bytes before,
 * for as many bytes as the byte is above 124 (4 to 131; it may run into itself).
 *
 *   luaH_get, luaH_getint    08 l u a H _ g e t 00   84 09   03 i n t 00
 *
 * A record is a byte of which bit k speaks of field k, and then what the fields
 * whose bit is 1 have to say, each as its column does:
 *
 *           bit 0                       bit 1
 *   Same    as in the record before     a difference to that
 *   Rare    0                           a difference to the last that was not 0
 *   Back    0                           number: of this record less the value
 *   Fixed   0                           four bytes, low ones first
 *
 * Call sites {Frame, Function, Callee, Type} are Same, Same, Rare, Rare:
 *
 *   1 {1, 1, 2, 0}    07 02 02 04     frame + 1, function + 1, callee + 2
 *   2 {1, 1, 3, 0}    04 02           callee + 1
 *   3 {2, 1, 0, 0}    01 02           frame + 1
 *
 * C-compatible.
 *===----------------------------------------------------------------------===*/
#ifndef ALLOCSITE_ENCODING_H
#define ALLOCSITE_ENCODING_H

#include "allocsite/Abi.h"

enum AllocSiteColumn {
  ALLOCSITE_COLUMN_Same,
  ALLOCSITE_COLUMN_Rare,
  ALLOCSITE_COLUMN_Back,
  ALLOCSITE_COLUMN_Fixed
};

#define ALLOCSITE_KEY_BYTES 2
#define ALLOCSITE_KEY_OF(SymbolHash) ((uint16_t)(SymbolHash))
#define ALLOCSITE_MOST_COLUMNS 8 /* a byte of bits for a record */
#define ALLOCSITE_LEAST_COPY 4   /* bytes of text */
#define ALLOCSITE_MOST_COPY 131
#define ALLOCSITE_MOST_PLAIN 128

#ifdef __cplusplus
#define ALLOCSITE_CONSTANT static constexpr
#else
#define ALLOCSITE_CONSTANT static const
#endif

/* How each column of a table is stored. */
ALLOCSITE_CONSTANT unsigned char AllocSiteFunctionColumns[] = {
#define ALLOCSITE_FUNCTION(How, What, Name) ALLOCSITE_COLUMN_##How,
#include "allocsite/Descriptors.inc"
};
ALLOCSITE_CONSTANT unsigned char AllocSiteFrameColumns[] = {
#define ALLOCSITE_FRAME(How, What, Name) ALLOCSITE_COLUMN_##How,
#include "allocsite/Descriptors.inc"
};
ALLOCSITE_CONSTANT unsigned char AllocSiteSiteColumns[] = {
#define ALLOCSITE_SITE(How, What, Name) ALLOCSITE_COLUMN_##How,
#include "allocsite/Descriptors.inc"
};
ALLOCSITE_CONSTANT unsigned char AllocSiteCallSiteColumns[] = {
#define ALLOCSITE_CALLSITE(How, What, Name) ALLOCSITE_COLUMN_##How,
#include "allocsite/Descriptors.inc"
};

#undef ALLOCSITE_CONSTANT

/* What the bytes begin with, as numbers. */
struct AllocSiteCounts {
#define ALLOCSITE_COUNT(Name) uint32_t Name;
#include "allocsite/Descriptors.inc"
};

#endif
