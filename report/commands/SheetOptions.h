//===- SheetOptions.h - --format and the table, on the command line -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by all commands that print a Sheet.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_SHEETOPTIONS_H
#define ALLOCSITE_REPORT_COMMANDS_SHEETOPTIONS_H

#include "WidthOption.h"
#include "show/Sheet.h"
#include "support/Message.h"

#include <unistd.h>

namespace allocsite {

class SheetOptions {
public:
  /// This must outlive \p To.
  void addTo(CLI::App &To) {
    static constexpr const char *Formats[] = {"table", "markdown", "csv", "tsv", "json"};
    To.add_option("--format", Format, "How to print it (table)")
        ->type_name("table|markdown|csv|tsv|json")
        ->check(oneOf(Formats));
    To.add_flag("--raw-bytes", RawBytes, "Exact numbers, digits only");
    Width.addTo(To);
  }

  bool isTable() const { return Format == "table"; }

  SheetStyle style() const {
    SheetStyle Style;
    Style.Width = Width.columns();
    Style.RawBytes = RawBytes;
    Style.Colour = wantsColour(STDOUT_FILENO);
    return Style;
  }

  /// \p Of in the chosen format.
  std::string text(const Sheet &Of) const {
    return Format == "markdown" ? sheetMarkdown(Of)
           : Format == "csv"    ? sheetCsv(Of)
           : Format == "tsv"    ? sheetTsv(Of)
           : Format == "json"   ? sheetJson(Of)
                                : sheetTable(Of, style());
  }

  std::string Format = "table";
  bool RawBytes = false;
  WidthOption Width;
};

} // namespace allocsite

#endif
