//===- TopCommand.cpp - allocsite top: what a running process allocates ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   PID ──▶ the profile that it has mapped ──▶ LiveTable
//
//===----------------------------------------------------------------------===//

#include "LiveTable.h"
#include "SharedOptions.h"
#include "read/ProfileFiles.h"
#include "support/DisplayText.h"

#include <fmt/format.h>
#include <memory>

using namespace allocsite;

namespace {

struct TopOptions : LiveTableOptions {
  std::string Process;
};

ExitCode runTop(const TopOptions &Options) {
  LiveTable Table(Options, [Process = std::stoull(Options.Process)]() -> Expected<Watched> {
    auto Path = mappedProfile(Process);
    if (!Path)
      return Path.error();
    return Watched{{*Path}, *Path, ""};
  });
  // Read once before taking the terminal, so that errors are printed as usual.
  MaybeError Failure = Table.read();
  if (!Failure)
    Failure = Table.sortBy(Options.Sort);
  if (Failure)
    return Table.isUsage() ? failUsage(*Failure, "top") : fail(*Failure);
  auto Screen = FullScreen::open();
  if (!Screen)
    return failUsage(
        {"top: " + Screen.error().What + " (allocsite report prints a table of this moment)"},
        "top");
  Table.show(**Screen, [] { return false; });
  return Fine;
}

} // namespace

Command allocsite::addTopCommand(CLI::App &To) {
  auto Options = std::make_shared<TopOptions>();
  CLI::App &App =
      *To.add_subcommand("top", "Show what a running process allocates, as it does");
  App.add_option("PID", Options->Process, "The process, which was started with ALLOCSITE=1")
      ->type_name(" ")
      ->required()
      ->check(isWholeNumber);
  addChoice(App, "--by", Options->By, "site|function|type|allocator|through|file",
            "What a row stands for (site)");
  App.add_option("--sort", Options->Sort,
                 "What comes first: bytes, calls, live-bytes, peak, or behind it /s\n"
                 "what comes in a second (bytes)")
      ->type_name("MEASURE");
  Options->addIntervalTo(App);
  addRawBytes(App, Options->RawBytes);
  App.add_flag("--ascii", Options->Ascii, "Draw with ASCII characters");
  Options->Filter.addTo(App);
  App.footer(
      "Keys:\n"
      "  v, V            another view: sites, functions, types, allocators, files\n"
      "  b, c, l, p      sort by bytes, calls, live bytes, peak; again: by those in a second\n"
      "  <, >            sort by the column beside\n"
      "  left, right     what fits; or the whole table, and scroll sideways\n"
      "  /               only rows with a text in their names; Escape: all again\n"
      "  t               a tree from main, one from who allocates, the table again\n"
      "  Enter           open or close a line of the tree\n"
      "  m               growth since now; again: the numbers\n"
      "  up, down, Page Up, Page Down, Home, End   scroll\n"
      "  space           pause, and go on\n"
      "  +, -            read twice as often, half as often\n"
      "  q               quit\n\n"
      "Example:\n"
      "  ALLOCSITE=1 ./server &\n"
      "  allocsite top $!\n\n"
      "The process is not disturbed: its profile is read as it stands.");
  return {&App, [Options] { return runTop(*Options); }};
}
