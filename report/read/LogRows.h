//===- LogRows.h - The rows of a log, in a profile ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_LOGROWS_H
#define ALLOCSITE_REPORT_READ_LOGROWS_H

#include "AllocationLog.h"
#include "MarkRange.h"
#include "model/Profile.h"

namespace allocsite {

/// Adds the rows of the log \p Source within \p Range, called \p Called in messages, to the side
/// of \p Of, which gets what its header tells. After an error \p To holds a part.
Expected<LogShape> readLog(ByteSource &Source, const std::string &Called, Profile &To, Run &Of,
                           const MarkRange &Range);

} // namespace allocsite

#endif
