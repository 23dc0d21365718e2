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
#include "ThreadRows.h"
#include "model/Profile.h"

namespace allocsite {

/// Adds the rows of the log \p Source that lie within \p Range to the side Of.Side of \p To,
/// and notes in \p Of which columns the log has. Messages call it \p Called. \p Stacks and
/// \p Threads may be null. After an error \p To holds a part of the rows.
Expected<LogShape> readLog(ByteSource &Source, const std::string &Called, Profile &To, Run &Of,
                           const MarkRange &Range, LogStacks *Stacks = nullptr,
                           const ThreadRows *Threads = nullptr);

} // namespace allocsite

#endif
