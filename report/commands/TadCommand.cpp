//===- TadCommand.cpp - allocsite tad: a Tad workspace beside a log -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "read/AllocationLog.h"
#include "read/NewestLog.h"
#include "support/DisplayText.h"
#include "support/Message.h"
#include "support/NewFile.h"
#include "support/Quoted.h"

#include <CLI/CLI.hpp>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <system_error>

using namespace allocsite;

namespace {

/// The JSON text in the format of Tad 0.14: pivoted by pc0 … pc3, largest total bytes first.
/// \p CsvPath must be absolute and UTF-8. \p HasTypes: some row has a type.
std::string tadWorkspace(const std::string &CsvPath, const LogShape &Shape, bool HasTypes) {
  std::string Shown, Aggregates;
  auto append = [](std::string &To, const std::string &More) {
    To += (To.empty() ? "" : ",") + More;
  };
  // "uniq": a group shows the value if all its rows agree.
  auto show = [&](const char *Column) {
    append(Shown, fmt::format(R"("{}")", Column));
    append(Aggregates, fmt::format(R"("{}":"uniq")", Column));
  };
  auto showMeasures = [&](bool Always) {
    for (size_t I = 0; I != MeasureCount; ++I)
      if (Shape.Measures[I] && !(MeasureColumns[I].Modes & ModeReader) &&
          MeasureColumns[I].Merge != MeasureMerge::Range &&
          MeasureColumns[I].isAlways() == Always)
        append(Shown, fmt::format(R"("{}")", MeasureColumns[I].Title));
  };
  showMeasures(true);
  show(columnOf(Measure::Size).Title);
  if (Shape.HasAllocator)
    show("allocator");
  if (HasTypes)
    show("type");
  if (Shape.HasSite)
    show("site");
  // The many columns of live memory go last: in front they would push the names out of sight.
  showMeasures(false);

  std::string Text = R"({"tadFileFormatVersion":2,"contents":{"dsPath":{"sourceId":)"
                     R"({"providerName":"localfs","resourceId":)";
  Text += jsonString(CsvPath);
  Text += R"(},"path":["."]},"viewParams":{"showRoot":true,)"
          R"("showColumnHistograms":false,"displayColumns":[)";
  Text += Shown;
  Text += R"(],"vpivots":["pc0","pc1","pc2","pc3"],)"
          R"("pivotLeafColumn":")";
  Text += columnOf(Measure::Size).Title;
  Text += R"(","sortKey":[[")";
  Text += columnOf(Measure::Bytes).Title;
  Text += R"(",false]],"openPaths":{"_rep":{}},"aggMap":{)";
  Text += Aggregates;
  Text += R"(},"defaultFormats":{"string":{"type":"TextFormatOptions",)"
          R"("urlsAsHyperlinks":false},"integer":{"type":"NumFormatOptions",)"
          R"("commas":true,"decimalPlaces":0,"exponential":false,)"
          R"("formatMethod":"toLocaleString"},"real":{"type":"NumFormatOptions",)"
          R"("commas":true,"decimalPlaces":2},"boolean":{"type":"NumFormatOptions",)"
          R"("decimalPlaces":0}},"columnFormats":{},"showHiddenCols":false,)"
          R"("filterExp":{"expType":"FilterExp","op":"AND","opArgs":[]}}}})";
  return Text += '\n';
}

/// \p File, with the links in its folder resolved but not the file itself: the
/// workspace belongs beside the name that the user gave.
Expected<std::filesystem::path> absolutePath(const std::filesystem::path &File) {
  std::error_code Code;
  auto Folder =
      std::filesystem::canonical(File.has_parent_path() ? File.parent_path() : ".", Code);
  if (Code)
    return Error{fmt::format("{}: {}", displayText(File.string()), Code.message())};
  return Folder / File.filename();
}

/// Warns about properties of a file that keep Tad from opening it.
void warnOfWhatTadRefuses(const std::filesystem::path &Csv, const LogShape &Shape) {
  std::string Shown = displayText(Csv.string());
  if (Csv.stem().has_extension())
    printWarning(Shown + ": Tad does not list files with a second dot in the name");
  if (Csv.string().find('\'') != std::string::npos)
    printWarning(Shown + ": Tad cannot open paths with a ' in them");
  if (Csv.filename() == "order.csv")
    printWarning(Shown + ": Tad cannot open a file of this name (an SQL word)");
  if (Shape.HasInvalidUtf8)
    printWarning(Shown + ": some names are not UTF-8, which Tad does not open");
}

ExitCode runTad(const std::string &Named) {
  auto Chosen =
      filesOrNewestLog(Named.empty() ? std::vector<std::string>() : std::vector{Named});
  if (!Chosen)
    return fail(Chosen.error());
  const std::string &File = Chosen->front();
  if (File == "-")
    return fail({"standard input: a workspace needs the path of a file"});

  auto Input = InputFile::open(File);
  if (!Input)
    return fail(Input.error());
  NameTable Names;
  bool HasTypes = false;
  auto Shape = readAllocationLog(*Input, File, Names, [&](const LogRow *Rows, size_t Count) {
    for (size_t I = 0; I != Count; ++I)
      HasTypes |= Rows[I].Type != NoName;
    return MaybeError();
  });
  if (!Shape)
    return fail(Shape.error());
  auto Csv = absolutePath(File);
  if (!Csv)
    return fail(Csv.error());
  if (!isValidUtf8(Csv->string()))
    return fail({displayText(File) + ": a path that is not UTF-8 cannot be written "
                                     "into a workspace"});
  std::filesystem::path Workspace = *Csv;
  Workspace.replace_extension(".tad");
  if (Workspace == *Csv)
    return fail({displayText(File) + ": the log would be overwritten by its workspace "
                                     "(give it a name that ends in .csv)"});
  warnOfWhatTadRefuses(*Csv, *Shape);
  // The user did not name the workspace: replace a link in its place, do not follow it.
  std::error_code Ignored;
  if (std::filesystem::is_symlink(Workspace, Ignored))
    std::filesystem::remove(Workspace, Ignored);
  if (auto Failure =
          writeNewFile(Workspace.string(), tadWorkspace(Csv->string(), *Shape, HasTypes)))
    return fail(*Failure);
  return finish(writeAnswer(Workspace.string() + '\n'));
}

} // namespace

Command allocsite::addTadCommand(CLI::App &To) {
  auto File = std::make_shared<std::string>();
  CLI::App &App =
      *To.add_subcommand("tad", "Write a workspace for the Tad viewer beside a log");
  App.add_option("FILE", *File, "The log; none: the newest, as for report")->type_name(" ");
  App.footer("Example:\n"
             "  tad \"$(allocsite tad app.csv)\"\n"
             "writes app.tad beside app.csv, over an older one, and prints its path. "
             "Tad\nthen opens the log pivoted by pc0 … pc3.");
  return {&App, [File] { return runTad(*File); }};
}
