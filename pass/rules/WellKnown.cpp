//===- WellKnown.cpp - The plugin's own table of allocators ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WellKnown.h"
#include "RuleIndex.h"

using namespace llvm;

extern "C" const char AllocSiteAllocators[], AllocSiteAllocatorsEnd[];

namespace allocsite {

// IndexedRule Rules[]; IndexedKey Keys[]; std::array<int, …> OfPointers.
#include "RuleIndex.inc"

static StringRef text() {
  return {AllocSiteAllocators, size_t(AllocSiteAllocatorsEnd - AllocSiteAllocators)};
}

static StringRef lineAt(size_t Begin) {
  return text().drop_front(Begin).take_until([](char C) { return C == '\n'; });
}

WellKnownRules::WellKnownRules() : Read(std::size(Rules)) {}

int WellKnownRules::count() const { return std::size(Rules); }

const Rule &WellKnownRules::get(int Number) const {
  std::unique_ptr<const Rule> &R = Read[Number];
  if (!R) {
    const IndexedRule &At = Rules[Number];
    R = std::make_unique<const Rule>(RuleReader::readOfTable(
        "allocators.cfg", lineAt(At.Section), lineAt(At.Line), At.LineNumber));
  }
  return *R;
}

int WellKnownRules::lastOf(StringRef Key) const {
  return Key.empty() ? None : Keys[slotOf(Key, text(), Keys)].Last;
}

int WellKnownRules::before(int Number) const { return Rules[Number].Before; }

// Tests the text only: parsing all rules would cost more than the rest of the pass in a small
// file.
bool WellKnownRules::mayBeOf(int Number, StringRef Family) const {
  return lineAt(Rules[Number].Section).contains(Family) ||
         lineAt(Rules[Number].Line).contains(Family);
}

std::vector<const Rule *> WellKnownRules::ofPointers() const {
  std::vector<const Rule *> Found;
  for (int Number : OfPointers)
    Found.push_back(&get(Number));
  return Found;
}

} // namespace allocsite
