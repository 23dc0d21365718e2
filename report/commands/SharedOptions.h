//===- SharedOptions.h - Options that several commands have ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_SHAREDOPTIONS_H
#define ALLOCSITE_REPORT_COMMANDS_SHAREDOPTIONS_H

#include "show/Sheet.h"
#include "support/DisplayText.h"
#include "support/Message.h"
#include "support/Suggestion.h"
#include "write/Writer.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <map>
#include <unistd.h>

namespace allocsite {

/// `a|b|c`, as the help shows what may be chosen.
template <typename RangeT> std::string choicesOf(const RangeT &Words) {
  return fmt::format("{}", fmt::join(Words, "|"));
}

/// Accepts only the words of \p Choices; the error message lists them.
inline auto isOneOf(const std::string &Choices) {
  return [Choices](const std::string &Word) {
    const bool Is = Word.find('|') == Word.npos &&
                    ('|' + Choices + '|').find('|' + Word + '|') != Choices.npos;
    return Is ? "" : fmt::format("\"{}\" is none of {}", displayText(Word), Choices);
  };
}

/// Declares an option whose value is one of \p Choices, or a list of these.
template <typename Value>
CLI::Option *addChoice(CLI::App &App, const char *Name, Value &To, const std::string &Choices,
                       const char *Help) {
  return App.add_option(Name, To, Help)->type_name(Choices)->check(isOneOf(Choices));
}

/// The same, for what words stand for.
template <typename Value, typename T>
CLI::Option *addChoice(CLI::App &App, const char *Name, Value &To,
                       const std::map<std::string, T> &Words, const char *Help) {
  std::vector<std::string> Known;
  for (const auto &Each : Words)
    Known.push_back(Each.first);
  return App
      .add_option_function<std::string>(
          Name, [&To, Words](const std::string &Word) { To = Words.at(Word); }, Help)
      ->type_name(choicesOf(Known))
      ->check(isOneOf(choicesOf(Known)));
}

/// Accepts only whole numbers of up to nine digits. Returns an error message, or "".
inline std::string isWholeNumber(const std::string &Word) {
  bool Is = !Word.empty() && Word.size() <= 9 &&
            Word.find_first_not_of("0123456789") == std::string::npos;
  return Is ? "" : fmt::format("\"{}\" is no whole number", displayText(Word));
}

/// Declares an option whose value is a whole number.
template <typename Value>
void addNumber(CLI::App &App, const char *Name, Value &To, const char *Help) {
  App.add_option(Name, To, Help)->type_name("N")->check(isWholeNumber);
}

/// Declares an option that may be given more than once, with one value each time.
inline CLI::Option *addList(CLI::App &App, const char *Name, std::vector<std::string> &To,
                            const char *Of, const char *Help) {
  return App.add_option(Name, To, Help)->type_name(Of)->allow_extra_args(false);
}

/// Declares the required option --inventory. \p Files must outlive \p To.
inline void addInventoryOption(CLI::App &To, std::vector<std::string> &Files) {
  addList(To, "--inventory", Files, "FILE",
          "What the compiler saw (inventory= of the pass); may be given\n"
          "more than once")
      ->required();
}

inline void addRawBytes(CLI::App &To, bool &RawBytes) {
  To.add_flag("--raw-bytes", RawBytes, "Exact numbers, digits only");
}

/// The options that set the width of a table.
class WidthOption {
  size_t Width = 0; ///< 0: the width of the output
  bool Wide = false;

public:
  /// The width in columns; SIZE_MAX: names are not cut.
  size_t columns() const { return Wide ? SIZE_MAX : Width ? Width : outputColumns(); }
  /// This must outlive \p To.
  void addTo(CLI::App &To) {
    addNumber(To, "--width", Width, "Columns to fill (the terminal's, else 100)");
    To.add_flag("--wide", Wide, "Print all names whole");
  }
};

/// --format and the table, for all commands that print a Sheet.
class SheetOptions {
public:
  /// This must outlive \p To. \p More: formats that the command itself makes, as `|html`.
  void addTo(CLI::App &To, const std::string &More = "") {
    addChoice(To, "--format", Format, "table|markdown|csv|tsv|json" + More,
              "How to print it (table)");
    addRawBytes(To, RawBytes);
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

/// The formats of other programs.
inline std::vector<std::string> formatNames() {
  std::vector<std::string> Words;
  for (const Writer *Each : allWriters())
    Words.push_back(Each->Format);
  return Words;
}

/// An error message if \p Format is unknown, else "".
inline std::string checkFormat(const std::string &Format) {
  if (findWriter(Format))
    return "";
  std::string Meant = suggestion(Format, formatNames());
  if (Meant.empty())
    Meant = fmt::format(" (it is one of {})", fmt::join(formatNames(), ", "));
  return fmt::format("unknown format {}{}", shortenMiddle(displayText(Format), 40), Meant);
}

} // namespace allocsite

#endif
