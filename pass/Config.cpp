//===- Config.cpp - Where the rules of a compilation come from --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config.h"

using namespace llvm;

extern "C" const char AllocSiteAllocators[], AllocSiteAllocatorsEnd[];

namespace allocsite {

static std::vector<Rule> readWellKnown() {
  std::vector<Rule> Read;
  Read.reserve(512);
  RuleReader Reader;
  Reader.read("allocators.cfg",
              StringRef(AllocSiteAllocators,
                        AllocSiteAllocatorsEnd - AllocSiteAllocators),
              Read);
  assert(Reader.problems().empty() && "the plugin's own table is broken");
  return Read;
}

Config Config::read() {
  static const RuleTable WellKnown(readWellKnown());
  return Config(WellKnown);
}

} // namespace allocsite
