//===- PprofReader.h - Heap profiles in the format of pprof ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Profile { sample_type…, sample…, mapping…, location…, function…, string_table… }
//
//   alloc_objects  calls         alloc_space  bytes          plain `objects` and `space`
//   inuse_objects  live          inuse_space  live-bytes     count memory in use
//
// Reads profile.proto of github.com/google/pprof: the format of Go's heap profiles, to which
// those of jemalloc and tcmalloc can be converted. The output of `allocsite export --format
// pprof` is read back: its labels name the allocator, the type and the size. Each line of a
// location is a frame, the innermost first; a location without lines is named by its module
// and offset.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_PPROFREADER_H
#define ALLOCSITE_REPORT_READ_PPROFREADER_H

#include "AllocationLog.h"
#include "model/Profile.h"

#include <string_view>

namespace allocsite {

/// True if \p First, at least four bytes, may begin an uncompressed message.
bool beginsAsPprof(std::string_view First);

/// Adds the samples of \p Source, which must not be compressed, to \p To, and notes in \p Of
/// what the profile says about its run. \p FileName is for messages.
Expected<LogShape> readPprof(ByteSource &Source, const std::string &FileName, Profile &To,
                             Run &Of);

} // namespace allocsite

#endif
