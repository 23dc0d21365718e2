//===- TuneCommand.cpp - allocsite tune: size classes from profiles -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choice.h"
#include "ProfileOptions.h"
#include "show/TuneFormat.h"
#include "support/NewFile.h"
#include "support/Terminal.h"

#include <memory>

using namespace allocsite;

namespace {

struct TuneOptions {
  std::vector<std::string> Files, Allocators;
  std::string Format = "isoalloc", Output;
};

ExitCode runTune(const TuneOptions &Options) {
  auto Files = chosenFiles(Options.Files);
  if (!Files)
    return fail(Files.error());
  HeapSizes All;
  for (const std::string &File : *Files) {
    // Read each file by itself: the peaks of several runs do not add up.
    Profile One;
    if (auto Failure = readProfiles({File}, One, 0))
      return fail(*Failure);
    auto Sizes = heapSizesOf(One, Options.Allocators);
    if (!Sizes)
      return fail(Sizes.error());
    All.merge(*Sizes);
  }
  if (All.Sizes.empty())
    return fail({Options.Allocators.empty() ? "no call of malloc, operator new or their kin "
                                              "(name others with --allocator)"
                                            : "no allocator matches --allocator"});
  if (!All.HasPeak)
    printNote("what was alive at the peak is not known, so each size gets one zone "
              "(ALLOCSITE_OPTIONS=live=1 tells)");
  const std::string Text = Options.Format == "json" ? sizesJson(All) : isoAllocHeader(All);
  const bool IsAnswer = Options.Output.empty() || Options.Output == "-";
  if (auto Failure = IsAnswer ? writeAnswer(Text) : writeNewFile(Options.Output, Text))
    return fail(*Failure);
  return Fine;
}

} // namespace

Command allocsite::addTuneCommand(CLI::App &To) {
  auto Options = std::make_shared<TuneOptions>();
  CLI::App &App = *To.add_subcommand(
      "tune", "Write size classes for an allocator, from what was allocated");
  App.add_option("FILE", Options->Files,
                 "Logs or profiles of runs; - is standard input. None: as for report")
      ->type_name(" ");
  static constexpr const char *Formats[] = {"isoalloc", "json"};
  App.add_option("--format", Options->Format,
                 "isoalloc: iso_alloc_target_config.h, a header for IsoAlloc; json:\n"
                 "sizes and classes for another allocator (isoalloc)")
      ->type_name("isoalloc|json")
      ->check(oneOf(Formats));
  App.add_option("--allocator", Options->Allocators,
                 "Only allocators that match (malloc, operator new and their kin)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  App.add_option("-o,--output", Options->Output, "The file to write (standard output)")
      ->type_name("FILE");
  App.footer("Examples:\n"
             "  allocsite tune run1.csv run2.csv -o iso_alloc_target_config.h\n"
             "  allocsite tune --format json --allocator 'Pool::*' app.csv\n\n"
             "Calls of several runs are summed; of their peaks the largest counts.");
  return {&App, [Options] { return runTune(*Options); }};
}
