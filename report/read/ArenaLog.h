//===- ArenaLog.h - What arenas held, by who made them ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   LOG.csv         ─ beside it ─▶ LOG.arenas.csv ─┐
//   LOG.arenas.csv  ───────────────────────────────┴▶ rows, merged by their names
//   PROFILE.asprof  ───────────────────────────────▲
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

/// The path of the file beside the log at \p Log.
std::string arenaLogBeside(const std::string &Log);

/// Adds the rows of \p File to \p To. An error names the file.
MaybeError readArenas(const std::string &File, ArenaRows &To);

} // namespace allocsite

#endif
