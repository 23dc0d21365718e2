//===- ArenaLog.h - What arenas held, by who made them ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   the table `arenas` of a log, or of a profile ──▶ rows, merged by their names
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_ARENALOG_H
#define ALLOCSITE_REPORT_READ_ARENALOG_H

#include "profile/ArenaTally.h"
#include "profile/Expected.h"

#include <array>
#include <map>
#include <string>

namespace allocsite {

/// The names that identify a row: pc0 to pc3, allocator, type, site; "-" if there is none.
using ArenaNames = std::array<std::string, ALLOCSITE_FRAMES + 3>;
using ArenaRows = std::map<ArenaNames, ArenaTally>;

/// Adds the rows that \p File tells. An error names the file.
MaybeError readArenas(const std::string &File, ArenaRows &To);
/// The same where it tells any; whether it does.
Expected<bool> readArenasIfAny(const std::string &File, ArenaRows &To);

} // namespace allocsite

#endif
