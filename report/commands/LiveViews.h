//===- LiveViews.h - report --leaks, --advice, --timeline -----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_LIVEVIEWS_H
#define ALLOCSITE_REPORT_COMMANDS_LIVEVIEWS_H

#include "ProfileOptions.h"
#include "SharedOptions.h"

namespace allocsite {

class LiveViews {
public:
  /// This must outlive \p To. \p By also applies to the timeline. The options \p Others cannot
  /// be combined with these.
  void addTo(CLI::App &To, CLI::Option &By, const std::vector<CLI::Option *> &Others);
  bool isWanted() const { return Leaks || Advice || Timeline; }
  /// Prints \p Failure. With --fail the exit code differs from that for leaks.
  ExitCode failed(const Error &Failure) const;
  /// Prints the view that was asked for.
  ExitCode run(const std::vector<std::string> &Files, const FilterOptions &Filter,
               const SheetOptions &Format, size_t Top) const;

private:
  ExitCode runLeaks(Profile &All, const ViewSelection &Rows, const SheetOptions &Format,
                    size_t Top) const;
  ExitCode runAdvice(const std::vector<std::string> &Files, Profile &All,
                     const ViewSelection &Rows, const SheetOptions &Format, size_t Top) const;

  ExitCode runTimeline(const std::vector<std::string> &Files,
                       const SheetOptions &Format) const;

  bool Leaks = false, Advice = false, Timeline = false, Fails = false;
  std::string Along = "seconds";
  CLI::Option *GivenBy = nullptr;
  std::vector<std::string> Suppressions; ///< files
};

/// Prints what arenas held, grouped by the place that made them (--arenas).
ExitCode reportArenas(const std::vector<std::string> &Files, const SheetOptions &Format,
                      size_t Top);

} // namespace allocsite

#endif
