//===- LogOrder.cpp - Which of several logs came first --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LogOrder.h"

#include "LogRun.h"
#include "RecordedProfile.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

using namespace allocsite;

LogOrigin allocsite::originOf(const std::string &File) {
  LogOrigin Its;
  Its.File = File;
  for (const std::string &Path : {File, besideLog(File, CompanionEnding)}) {
    const ProfileContent Content = contentOfProfile(Path);
    if (Content == ProfileContent::None ||
        (Content == ProfileContent::Counters && Path != File))
      continue;
    if (auto Opened = RecordedProfile::open(Path)) {
      const AllocSiteProfileHeader &Header = (*Opened)->header();
      // The clock may have been set between the dumps of a process, and its seconds go on.
      auto Run = readLogRun(File);
      Its.Time = Run && Run->TellsTime ? Run->Time : Header.Created * 1000;
      Its.Process = {Header.Process, Header.StartTime, Header.BootHigh, Header.BootLow};
    }
    break;
  }
  return Its;
}

namespace {
/// A name around its last number. Without a number all of it is Before.
struct NumberedName {
  std::string Before, After;
  uint64_t Number = UINT64_MAX;
};
} // namespace

static NumberedName numberedName(const std::string &File) {
  const size_t Ending = File.rfind('.');
  const std::string Stem = File.substr(0, Ending);
  auto isDigit = [](char C) { return std::isdigit(static_cast<unsigned char>(C)) != 0; };
  const auto Last = std::find_if(Stem.rbegin(), Stem.rend(), isDigit);
  const size_t End = size_t(Stem.rend() - Last);
  if (!End || (Stem.find('/', End) != Stem.npos))
    return {Stem, "", UINT64_MAX};
  size_t Begin = End;
  while (Begin && isDigit(Stem[Begin - 1]))
    --Begin;
  NumberedName Its{Stem.substr(0, Begin), Stem.substr(End), UINT64_MAX};
  std::from_chars(Stem.data() + Begin, Stem.data() + End, Its.Number);
  return Its;
}

/// The number of each log; empty if their names differ in more. One log may have none, as
/// app.csv beside app-1.csv: it is the last.
static std::vector<uint64_t> numbersOf(const std::vector<LogOrigin> &Logs) {
  std::vector<uint64_t> Numbers;
  const NumberedName *First = nullptr;
  std::vector<NumberedName> Names;
  for (const LogOrigin &Each : Logs)
    Names.push_back(numberedName(Each.File));
  for (const NumberedName &Each : Names)
    if (Each.Number != UINT64_MAX && !First)
      First = &Each;
  size_t Without = 0;
  for (const NumberedName &Each : Names) {
    Without += Each.Number == UINT64_MAX;
    const bool Fits =
        First && (Each.Number == UINT64_MAX
                      ? Each.Before + '-' == First->Before && First->After.empty()
                      : Each.Before == First->Before && Each.After == First->After);
    if (!Fits || Without > 1)
      return {};
    Numbers.push_back(Each.Number);
  }
  return Numbers;
}

LogOrder allocsite::sortLogs(std::vector<LogOrigin> &Logs) {
  const std::vector<uint64_t> Numbers = numbersOf(Logs);
  const bool HasTimes = std::all_of(Logs.begin(), Logs.end(),
                                    [](const LogOrigin &Each) { return Each.Time != 0; });
  if (Numbers.empty() && !HasTimes)
    return LogOrder::AsGiven;
  std::vector<std::array<uint64_t, 3>> Order; // by time, number and position
  bool Differ = false;
  for (size_t I = 0; I != Logs.size(); ++I) {
    Differ |= HasTimes && Logs[I].Time != Logs[0].Time;
    Order.push_back({HasTimes ? Logs[I].Time : 0, Numbers.empty() ? 0 : Numbers[I], I});
  }
  std::sort(Order.begin(), Order.end());
  std::vector<LogOrigin> Sorted;
  for (const auto &Each : Order)
    Sorted.push_back(std::move(Logs[Each[2]]));
  Logs = std::move(Sorted);
  return Differ ? LogOrder::ByTime : !Numbers.empty() ? LogOrder::ByNumber : LogOrder::AsGiven;
}
