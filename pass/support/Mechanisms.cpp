//===- Mechanisms.cpp - Which of them are on, and how often they apply ----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mechanisms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>

#define DEBUG_TYPE "allocsite"

using namespace llvm;

namespace allocsite {

static constexpr StringLiteral Names[] = {
#define MECHANISM(Id, Name, What) Name,
#include "Mechanisms.inc"
};
static constexpr size_t Count = std::size(Names);
static_assert(Count <= 64, "a bit each");

/// Bit k is set where mechanism k is off. Nothing else depends on it: relaxed.
static std::atomic<uint64_t> Off{0};

/// Not STATISTIC, which does nothing in releases of LLVM: these count there too.
static TrackingStatistic Applied[] = {
#define MECHANISM(Id, Name, What) {DEBUG_TYPE, Name, What},
#include "Mechanisms.inc"
};

bool without(Mechanism Which) {
  return Off.load(std::memory_order_relaxed) >> static_cast<unsigned>(Which) & 1;
}

void applied(Mechanism Which, const Function &F) {
  const auto Number = static_cast<unsigned>(Which);
  ++Applied[Number];
  LLVM_DEBUG(dbgs() << "allocsite: " << Names[Number] << ": in " << F.getName() << "\n");
  (void)F;
}

std::string switchOff(ArrayRef<std::string> Chosen) {
  uint64_t Bits = 0;
  for (const std::string &Name : Chosen) {
    const auto *Known = find(Names, StringRef(Name));
    if (Known == std::end(Names))
      return Name;
    Bits |= uint64_t(1) << (Known - Names);
  }
  Off.store(Bits, std::memory_order_relaxed);
  return "";
}

std::string mechanismNames() {
  std::string All;
  for (StringRef Name : Names)
    All += (All.empty() ? "" : "|") + Name.str();
  return All;
}

} // namespace allocsite
