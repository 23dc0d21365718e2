//===- Writer.h - A format that a profile is exported in ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Profile ──▶ Samples ──▶ Writer ──▶ ByteSink
//               what all     one file
//               have         each
//
// A format is a file, NAMEWriter.cpp, that defines a constant NAMEWriter, and a line in
// Writers.inc. The help of `allocsite export`, its errors and the test of all formats against
// each other follow from the list.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_WRITE_WRITER_H
#define ALLOCSITE_REPORT_WRITE_WRITER_H

#include "Samples.h"
#include "profile/Expected.h"
#include "support/ByteSink.h"

#include <string>
#include <vector>

namespace allocsite {

struct Writer {
  const char *Format;  ///< the value of --format
  const char *Readers; ///< programs that read it, for the help
  bool IsBinary;       ///< not for a terminal
  /// Writes all of \p From. Returns an error, before the first byte is written, if the format
  /// cannot hold the profile; errors of writing are kept in \p To.
  MaybeError (*Write)(const Samples &From, ByteSink &To);
  bool ShowsTwo = false;                          ///< can compare two sides
  bool TellsProcess = false, TellsThread = false; ///< of each sample
  bool HasFacts = false;                          ///< reads Samples::Facts
  bool TakesNegative = false;                     ///< numbers may be negative
};

#define ALLOCSITE_WRITER(Name) extern const Writer Name##Writer;
#include "Writers.inc"

/// All writers, in the order of Writers.inc.
const std::vector<const Writer *> &allWriters();

/// The writer of \p Format, or null.
const Writer *findWriter(std::string_view Format);

} // namespace allocsite

#endif
