//===- LeavesCommand.cpp - allocsite leaves: what need not be tracked -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists the leaf functions of a build: those that cannot reach an allocation. The next build
// reads the list (leaves= of the pass) and does not instrument calls of them.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "SharedOptions.h"
#include "inventory/Leaves.h"
#include "support/DisplayText.h"
#include "support/Message.h"
#include "support/NewFile.h"

#include <fmt/format.h>
#include <memory>

using namespace allocsite;

namespace {

struct LeavesOptions {
  std::vector<std::string> Inventories;
  std::string Output; ///< Empty: standard output.
};

ExitCode runLeaves(const LeavesOptions &Options) {
  NameTable Names;
  Inventory Known(Names);
  for (const std::string &File : Options.Inventories)
    if (auto Failure = Known.readFile(File))
      return fail(*Failure);
  Leaves Found = findLeaves(Known, Names);
  if (!Found.Functions)
    return fail({"these inventories tell of no functions: was the build made with "
                 "inventory= of this version of the pass?"});
  std::string List = leavesText(Found, Known.modules().size(), Names);
  if (auto Failure =
          Options.Output.empty() ? writeAnswer(List) : writeNewFile(Options.Output, List))
    return fail(*Failure);
  if (!Options.Output.empty())
    printNote(fmt::format("{}: {} of {} functions lead to no allocation",
                          displayText(Options.Output), Found.Symbols.size(), Found.Functions));
  return Fine;
}

} // namespace

Command allocsite::addLeavesCommand(CLI::App &To) {
  auto Options = std::make_shared<LeavesOptions>();
  CLI::App &App =
      *To.add_subcommand("leaves", "List the functions of a build that lead to no allocation");
  addInventoryOption(App, Options->Inventories);
  App.add_option("-o,--output", Options->Output, "Write the list to this file")
      ->type_name("FILE");
  App.footer("Example: calls of what is listed cost nothing in the next build\n"
             "  ALLOCSITE_PASS_OPTIONS=inventory=$PWD/app.jsonl make\n"
             "  allocsite leaves --inventory app.jsonl -o app.leaves\n"
             "  make clean; ALLOCSITE_PASS_OPTIONS=leaves=$PWD/app.leaves make");
  return {&App, [Options] { return runLeaves(*Options); }};
}
