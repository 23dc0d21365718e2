//===- ExportCommand.cpp - allocsite export: for other programs -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   files ──▶ Profile ──▶ Samples ──▶ a writer of write/Writers.inc ──▶ OUT
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "render/Quantity.h"
#include "support/DisplayText.h"
#include "support/NewFile.h"
#include "support/Suggestion.h"
#include "write/Writer.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <unistd.h>

using namespace allocsite;

namespace {

struct ExportOptions {
  std::vector<std::string> Files;
  std::string Format, Output;
  FilterOptions Filter;
  MeasureOption Measure;
};

/// What is wrong with \p Format; empty: nothing.
std::string checkFormat(const std::string &Format) {
  if (findWriter(Format))
    return "";
  std::vector<std::string> Words;
  for (const Writer *Each : allWriters())
    Words.push_back(Each->Format);
  std::string Meant = suggestion(Format, Words);
  if (Meant.empty())
    Meant = fmt::format(" (it is one of {})", fmt::join(Words, ", "));
  return fmt::format("unknown format {}{}", shortenMiddle(displayText(Format), 40), Meant);
}

/// What is not exported, and why.
void noteLeftOut(const LeftOut &What, const NameTable &Names) {
  for (auto [Allocator, Bytes] : What.Folded)
    printNote(fmt::format("{} of {} are left out, as they are in the rows of the allocators that "
                          "hand them out (--all-layers exports both)",
                          humanBytes(Bytes), displayText(Names[Allocator])));
  for (const std::string &Miss : What.Misses)
    printWarning(Miss);
}

/// Where the reader of standard output goes away, the answer was long enough for it.
MaybeError writeOut(const Writer &Format, const Samples &From, const std::string &Output) {
  MaybeError Refused;
  auto write = [&](int Descriptor) {
    FileSink To(Descriptor);
    Refused = Format.Write(From, To);
    const int Code = To.finish();
    return Refused ? ECANCELED : Code;
  };
  if (!Output.empty() && Output != "-") {
    MaybeError Failure = writeNewFile(Output, write);
    return Refused ? Refused : Failure;
  }
  std::signal(SIGPIPE, SIG_IGN);
  const int Code = write(STDOUT_FILENO);
  if (!Refused && Code && Code != EPIPE)
    return Error{std::string("standard output: ") + std::strerror(Code)};
  return Refused;
}

ExitCode runExport(const ExportOptions &Options) {
  const Writer &Format = *findWriter(Options.Format);
  if (Format.IsBinary && Options.Output.empty() && ::isatty(STDOUT_FILENO))
    return failUsage({fmt::format("{} is binary and not written to a terminal (name a file "
                                  "with -o)",
                                  Format.Format)},
                     "export");
  auto Files = chosenFiles(Options.Files);
  if (!Files)
    return fail(Files.error());
  Profile All;
  if (auto Failure = readProfiles(*Files, All, 0))
    return fail(*Failure);
  auto Left = Options.Filter.apply(All);
  if (!Left)
    return failUsage(Left.error(), "export");
  auto Measure = Options.Measure.column(All);
  if (!Measure)
    return failUsage(Measure.error(), "export");
  const Column &Main = All.columns()[*Measure];
  if (Main.Merge != MeasureMerge::Sum)
    return failUsage({fmt::format("--measure: {} has no sums, which exports are made of",
                                  Main.Word)},
                     "export");
  noteLeftOut(*Left, All.Names);
  if (auto Failure = writeOut(Format, Samples(All, *Measure), Options.Output))
    return fail(*Failure);
  return Fine;
}

std::string formatsForHelp() {
  std::string Text = "Formats, and what reads them:\n";
  for (const Writer *Each : allWriters())
    Text += fmt::format("  {:<11} {}\n", Each->Format, Each->Readers);
  return Text;
}

} // namespace

Command allocsite::addExportCommand(CLI::App &To) {
  auto Options = std::make_shared<ExportOptions>();
  CLI::App &App =
      *To.add_subcommand("export", "Write a profile in the format of another program");
  App.add_option("FILE", Options->Files,
                 "Logs (.csv) or profiles (.asprof), which are summed; - is standard\n"
                 "input. None: as for report")
      ->type_name(" ");
  App.add_option("--format", Options->Format, "What to write, see below")
      ->type_name("FORMAT")
      ->required()
      ->check(checkFormat);
  App.add_option("-o,--output", Options->Output,
                 "The file to write, over an older one; none or -: standard output")
      ->type_name("OUT");
  Options->Measure.addTo(App);
  Options->Filter.addTo(App);
  App.footer(formatsForHelp() +
             "\nExamples:\n"
             "  allocsite export --format pprof -o app.pb.gz app.csv\n"
             "  go tool pprof -http=: app.pb.gz\n"
             "  allocsite export --format callgrind app.csv > callgrind.out.app\n"
             "  callgrind_annotate --auto=yes --inclusive=yes callgrind.out.app\n"
             "  allocsite export --format collapsed app.csv | flamegraph.pl > app.svg");
  return {&App, [Options] { return runExport(*Options); }};
}
