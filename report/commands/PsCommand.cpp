//===- PsCommand.cpp - allocsite ps: the processes that are profiled ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   /proc, or the processes named ──▶ the profile of each ──▶ its totals ──▶ a format
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "SharedOptions.h"
#include "read/ProfileSource.h"
#include "read/RunningProcesses.h"
#include "show/ProcessesFormat.h"
#include "support/DisplayText.h"

#include <fmt/format.h>
#include <memory>

using namespace allocsite;

namespace {

/// More sites of each process would be more series than a monitor wants.
constexpr size_t MostSites = 100;

struct PsOptions {
  std::vector<std::string> Processes;
  /// What `serve` knows already, which runs this in a process of its own.
  std::vector<std::string> Known;
  size_t Sites = 0;
  size_t Unreadable = SIZE_MAX; ///< not SIZE_MAX: Known are all processes
  SheetOptions Shown;
};

ProcessTotals readTotals(const ProfiledProcess &From, size_t Sites) {
  ProcessTotals Its;
  // Types and sizes make most rows, and no totals.
  Profile Of(1, {false, false});
  if (auto Read = readProfile(From.path(), Of); !Read)
    Its.Problem = Read.error().What;
  else if (auto Totals = totalsOf(Of, Sites); !Totals)
    Its.Problem = Totals.error().What;
  else
    Its = std::move(*Totals);
  Its.Process = From.Id;
  Its.WasKilled = From.WasKilled;
  return Its;
}

/// `4711:9`, the process and a descriptor, or `4711:9:killed`.
ProfiledProcess knownProcess(const std::string &Word) {
  ProfiledProcess Its;
  Its.Id = std::strtoull(Word.c_str(), nullptr, 10);
  Its.File = std::atoi(Word.c_str() + Word.find(':') + 1);
  Its.WasKilled = Word.find(":killed") != Word.npos;
  return Its;
}

std::string textOf(const std::vector<ProcessTotals> &All, size_t Unreadable,
                   const PsOptions &Options) {
  if (Options.Shown.Format == "prometheus")
    return processesMetrics(All);
  if (Options.Shown.Format == "html")
    return processesPage(All, Unreadable);
  return Options.Shown.text(processesSheet(All));
}

ExitCode runPs(const PsOptions &Options) {
  RunningProcesses Found;
  std::vector<ProfiledProcess> Processes;
  if (Options.Unreadable == SIZE_MAX) {
    std::vector<uint64_t> Only;
    for (const std::string &Each : Options.Processes)
      Only.push_back(std::stoull(Each));
    Found.refresh(Only);
    Processes = Found.all();
    if (Processes.size() < Only.size())
      for (uint64_t Each : Only)
        if (auto Path = mappedProfile(Each); !Path)
          return fail(Path.error());
  }
  for (const std::string &Each : Options.Known)
    Processes.push_back(knownProcess(Each));
  std::vector<ProcessTotals> All;
  for (const ProfiledProcess &Each : Processes)
    All.push_back(readTotals(Each, Options.Sites));
  if (All.empty() && Options.Shown.isTable())
    printNote("no process that is profiled runs on this machine, or none that this user may "
              "read (start one with ALLOCSITE=1)");
  return finish(writeAnswer(
      textOf(All, Options.Unreadable == SIZE_MAX ? Found.unreadable() : Options.Unreadable,
             Options)));
}

} // namespace

Command allocsite::addPsCommand(CLI::App &To) {
  auto Options = std::make_shared<PsOptions>();
  CLI::App &App = *To.add_subcommand("ps", "List the processes that are profiled");
  App.add_option("PID", Options->Processes, "Only these (all that this user may read)")
      ->type_name(" ")
      ->check(isWholeNumber);
  addNumber(App, "--top-sites", Options->Sites,
            "In prometheus: the largest sites of each process, up to 100 (0)");
  App.get_option("--top-sites")->check(CLI::Range(size_t(0), MostSites));
  App.add_option("--known", Options->Known)->group("");
  App.add_option("--unreadable", Options->Unreadable)->group("");
  Options->Shown.addTo(App, "|prometheus|html");
  App.footer("Examples:\n"
             "  allocsite ps\n"
             "  allocsite ps --format prometheus > node-exporter/allocsite.prom\n\n"
             "The processes are not disturbed: their profiles are read as they stand.");
  return {&App, [Options] { return runPs(*Options); }};
}
