//===- Mark.h - The parts of a mark, and its rows ---------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses the parts of a mark as laid out in ProfileFormat.h. The runtime writes marks;
// readers must check their sizes first (isWithin).
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_MARK_H
#define ALLOCSITE_PROFILE_MARK_H

#include "Csv.h"
#include "allocsite/ProfileFormat.h"
#include <stddef.h>

namespace allocsite {

constexpr uint32_t MostMarkNameBytes = 255;

inline uint64_t paddedNameBytes(const AllocSiteProfileMark &Of) {
  return (uint64_t(Of.NameBytes) + 7) & ~uint64_t(7);
}

/// Bytes of the whole mark; trusts its sizes.
inline uint64_t markBytes(const AllocSiteProfileMark &Of) {
  return sizeof(Of) + paddedNameBytes(Of) + Of.EntryCount * sizeof(AllocSiteEntry) +
         Of.OtherCount * sizeof(AllocSiteOther);
}

/// True if the mark ends within Bytes by its sizes, which may be anything.
inline bool isWithin(const AllocSiteProfileMark &Of, uint64_t Bytes) {
  return Of.EntryCount <= Bytes / sizeof(AllocSiteEntry) &&
         Of.OtherCount <= Bytes / sizeof(AllocSiteOther) && markBytes(Of) <= Bytes;
}

/// The name, without a terminator.
inline const char *markName(const AllocSiteProfileMark &Of) {
  return reinterpret_cast<const char *>(&Of + 1);
}
inline const AllocSiteEntry *markEntries(const AllocSiteProfileMark &Of) {
  return reinterpret_cast<const AllocSiteEntry *>(markName(Of) + paddedNameBytes(Of));
}
inline const AllocSiteOther *markOthers(const AllocSiteProfileMark &Of) {
  return reinterpret_cast<const AllocSiteOther *>(markEntries(Of) + Of.EntryCount);
}

/// Writes the rows of one mark, after a header line if HasHeader. The sizes of the mark must
/// have been checked. Returns 0 or an errno value.
///
/// The table of marks is a CSV with three more columns: the mark that ends the interval in which
/// the row was counted, its time, and the frame of the whole stack (CsvTable::EndColumns). Rows of
/// the first mark come first, then those of the next. All rows of one chain add up to its row in
/// the log.
int writeMarkRows(const AllocSiteProfileMark &Of, Expander &Names, CsvShape Shape,
                  bool HasHeader, int Descriptor);

} // namespace allocsite

#endif
