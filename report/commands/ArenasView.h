//===- ArenasView.h - report --arenas ---------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_ARENASVIEW_H
#define ALLOCSITE_REPORT_COMMANDS_ARENASVIEW_H

#include "Command.h"
#include "SharedOptions.h"

#include <CLI/CLI.hpp>

namespace allocsite {

class ArenasView {
public:
  /// This must outlive \p To. Returns the flag --arenas.
  CLI::Option *addTo(CLI::App &To);
  bool isWanted() const { return Wanted; }
  /// Prints what arenas held, grouped by the place that made them.
  ExitCode run(const std::vector<std::string> &Files, const SheetOptions &Format,
               size_t Top) const;

private:
  bool Wanted = false;
};

} // namespace allocsite

#endif
