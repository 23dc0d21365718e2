//===- WrapperRules.cpp - Functions that were left out, as rules ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrapperRules.h"

#include "support/DisplayText.h"
#include "support/FunctionName.h"

#include <fmt/format.h>
#include <set>

using namespace allocsite;

static constexpr char Head[] =
    "# Functions that `allocsite report` left out: with these rules the next build has their\n"
    "# callers as sites, with file and line (ALLOCSITE_PASS_OPTIONS=config=FILE).\n"
    "#\n"
    "# A function that keeps freed blocks and hands them out again is counted only when it "
    "asks\n"
    "# for new ones. To count all its calls, write alloc: with the parameter that is the "
    "size\n"
    "# in place of wrapper:, as alloc:NAME size=0.\n";

WrapperRules allocsite::wrapperRules(const LeftOut &Of, const Profile &In) {
  std::set<std::string> Functions(Of.Hidden.begin(), Of.Hidden.end());
  for (const Wrapper &Each : Of.Wrappers)
    Functions.insert(Each.Function);
  std::set<NameId> Ids;
  for (RowId Row = 0; Row != In.rowCount(); ++Row)
    Ids.insert(In.row(Row).Allocator);
  std::set<std::string> Allocators;
  for (NameId Allocator : Ids)
    Allocators.insert(bareFunctionName(In.Names[Allocator]));

  WrapperRules Rules{Head, 0};
  for (const std::string &Function : Functions) {
    const char *Refused = Allocators.count(Function) ? "is an allocator itself"
                          : isRuleName(Function)     ? nullptr
                                                     : "cannot be named by a rule as it is";
    if (Refused) {
      Rules.Text += fmt::format("# {} {}\n", displayText(Function), Refused);
      continue;
    }
    Rules.Text += fmt::format("wrapper:{}\n", Function);
    ++Rules.Count;
  }
  return Rules;
}
