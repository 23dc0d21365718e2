//===- RunTables.cpp - What the tables of a log tell of its run -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunTables.h"

#include "CsvReader.h"
#include "support/JsonObject.h"
#include "support/Message.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <functional>

using namespace allocsite;

/// Hands \p Use the cells of each line after the first, until Use returns false. Reads nothing
/// unless the first line is \p Header.
static void
forEachLine(const LogTable &Of, std::string_view Header,
            const std::function<bool(const std::vector<std::string_view> &)> &Use) {
  MemorySource Lines(Of.Text);
  CsvReader Csv(Lines);
  auto Line = Csv.next();
  if (!Line || !*Line || Csv.record() != Header)
    return;
  do
    Line = Csv.next();
  while (Line && *Line && Use(Csv.cells()));
}

void allocsite::readCallPlaces(LogTables &Of, NameTable &Names, CallPlaces &To) {
  auto Found = Of.find("places");
  if (!Found)
    printWarning(Found.error().What + "; the log is read without it");
  if (!Found || !*Found)
    return;
  forEachLine(**Found, "callee,caller,first place,places", [&](const auto &Cells) {
    unsigned Count = 0;
    if (Cells.size() != 4 ||
        std::from_chars(Cells[3].data(), Cells[3].data() + Cells[3].size(), Count).ec !=
            std::errc() ||
        !Count)
      return false;
    std::string Text(Cells[2]);
    auto Callee = Names.intern(Cells[0]), Caller = Names.intern(Cells[1]);
    auto First = Names.intern(Text);
    if (Count > 1)
      Text += " +" + std::to_string(Count - 1);
    auto Shown = Names.intern(Text);
    if (Callee && Caller && First && Shown)
      To.add(*Callee, *Caller, {*First, Count, *Shown}, Names);
    return true;
  });
}

void allocsite::readModules(LogTables &Of, Profile &To) {
  auto Found = Of.find("modules");
  if (!Found || !*Found)
    return;
  forEachLine(**Found, "function,module", [&](const auto &Cells) {
    if (Cells.size() != 2 || Cells[1].empty())
      return false;
    auto Function = To.Names.intern(Cells[0]), Module = To.Names.intern(Cells[1]);
    if (!Function || !Module)
      return false;
    auto [At, IsNew] = To.Modules.try_emplace(*Function, *Module);
    if (!IsNew && At->second != *Module)
      At->second = NoName;
    return true;
  });
}

std::vector<FreedBy> allocsite::readFreedBy(LogTables &Of) {
  std::vector<FreedBy> All;
  auto Found = Of.find("frees");
  if (!Found || !*Found)
    return All;
  forEachLine(**Found, "site,allocator,freed by,freed count", [&](const auto &Cells) {
    uint64_t Count = 0;
    const bool IsWhole = Cells.size() == 4 && readNumber(Cells[3], Count);
    if (IsWhole)
      All.push_back(
          {std::string(Cells[0]), std::string(Cells[1]), std::string(Cells[2]), Count});
    else
      All.clear();
    return IsWhole;
  });
  return All;
}

/// A limit for damaged files: the runtime writes less.
static constexpr size_t MostBytes = 1 << 16;

std::string allocsite::coverageLine(LogTables &Of) {
  auto Found = Of.find("coverage");
  if (!Found || !*Found)
    return "";
  JsonObject Its;
  const auto Result = Its.read(std::string_view((*Found)->Text).substr(0, MostBytes));
  auto Line = Its.text("line");
  if (Result.IsError() || Its.number("version") != 1 || !Line)
    return "";
  std::string Text;
  if (const uint64_t Calls = Its.count("calls")) {
    Text = fmt::format("{} of {} calls of malloc and its kin", Its.count("counted"), Calls);
    if (const uint64_t OfLibraries = Its.count("of libraries"))
      Text += fmt::format(", {} of them by code without the pass", OfLibraries);
  }
  return Text + (Text.empty() || Line->empty() ? "" : "; ") + std::string(*Line);
}

/// Members of the table `run`; nothing of one that is damaged.
static void readFacts(LogTables &Of, Run &To) {
  auto Found = Of.find("run");
  if (!Found || !*Found)
    return;
  JsonObject Its;
  if (Its.read((*Found)->Text).IsError())
    return;
  if (auto Host = Its.text("host"))
    To.Host = *Host;
  if (auto Service = Its.text("service"))
    To.Service = *Service;
  for (auto &Each : Its.objects("modules")) {
    std::string BuildId = Each["build id"];
    if (BuildId.find_first_not_of("0123456789abcdef") != BuildId.npos)
      BuildId.clear();
    To.Modules.push_back({Each["path"], std::move(BuildId)});
  }
}

void allocsite::readRun(LogTables &Tables, Profile &To, Run &Of) {
  // Line numbers of the two builds differ: those of the second win.
  CallPlaces Before;
  if (Of.Side)
    std::swap(Before, To.Places);
  readCallPlaces(Tables, To.Names, To.Places);
  To.Places.addMissing(Before);
  readModules(Tables, To);
  readFacts(Tables, Of);
  if (std::string Line = coverageLine(Tables); !Line.empty())
    Of.Lacks.push_back(std::move(Line));
  if (const AllocSiteProfileHeader *Its = Tables.header()) {
    Of.Program = programOf(*Its);
    Of.Process = Its->Process;
    Of.Began = Its->Created;
  }
  const RecordedProfile *Its = Tables.profile();
  if (!Its)
    return;
  if (Its->isLive())
    Of.Lacks.push_back("The process still ran: this is of the moment when it was read");
  if (Its->header().Incomplete)
    Of.Lacks.push_back("A part of what was counted was in memory alone and is lost");
}
