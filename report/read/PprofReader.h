//===- PprofReader.h - Heap profiles in the format of pprof ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Profile { sample_type…, sample…, mapping…, location…, function…, string_table… }
//
//   alloc_objects  calls         alloc_space  bytes          objects and space, which say
//   inuse_objects  live          inuse_space  live-bytes     neither, are what is in use
//
// The message profile.proto of github.com/google/pprof, which Go writes of its heap, and others
// of those of jemalloc and tcmalloc. What `allocsite export --format pprof` writes is read back:
// its labels name the allocator, the type and the size. A frame is a line of a location, the
// innermost first; where a location has none, it is named by its module and offset.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_PPROFREADER_H
#define ALLOCSITE_REPORT_READ_PPROFREADER_H

#include "AllocationLog.h"
#include "model/Profile.h"

#include <string_view>

namespace allocsite {

/// Whether these, at least four, may be the first bytes of such a message, not compressed.
bool beginsAsPprof(std::string_view First);

/// Adds the samples of \p Source, which is not compressed, to \p To. \p FileName is for messages;
/// \p Of gets what the profile tells of its run.
Expected<LogShape> readPprof(ByteSource &Source, const std::string &FileName, Profile &To,
                             Run &Of);

} // namespace allocsite

#endif
