//===- WidthOption.h - --width and --wide, on the command line ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_WIDTHOPTION_H
#define ALLOCSITE_REPORT_COMMANDS_WIDTHOPTION_H

#include "Choice.h"
#include "support/Message.h"

#include <CLI/CLI.hpp>

namespace allocsite {

/// The options that set the width of a table.
class WidthOption {
  size_t Width = 0; ///< 0: the width of the output
  bool Wide = false;

public:
  /// The width in columns; SIZE_MAX: names are not cut.
  size_t columns() const { return Wide ? SIZE_MAX : Width ? Width : outputColumns(); }
  /// This must outlive \p To.
  void addTo(CLI::App &To) {
    To.add_option("--width", Width, "Columns to fill (the terminal's, else 100)")
        ->type_name("N")
        ->check(isWholeNumber);
    To.add_flag("--wide", Wide, "Print all names whole");
  }
};

} // namespace allocsite

#endif
