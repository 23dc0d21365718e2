//===- LogFormat.h - A profile as a log -----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inverse of read/ProfileSource.h: what is read from it again is what was written, but for
// chains of more than four frames, which a log cuts.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_LOGFORMAT_H
#define ALLOCSITE_REPORT_SHOW_LOGFORMAT_H

#include "model/Profile.h"

namespace allocsite {

/// The rows of \p Of by their names, so that the same rows are the same file whatever order
/// they were read in. Returns 0 or an errno value.
int writeLog(const Profile &Of, int Descriptor);

/// The file beside that log, of the places that are known of calls (read/CallPlaces.h); empty:
/// none are.
std::string placesText(const Profile &Of);
/// The same of the modules of functions (read/ModulesOfLog.h).
std::string modulesText(const Profile &Of);

} // namespace allocsite

#endif
