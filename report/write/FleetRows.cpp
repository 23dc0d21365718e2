//===- FleetRows.cpp - The rows of many processes, for a database ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FleetRows.h"

#include "read/AllocationLog.h"
#include "support/DisplayText.h"
#include "support/Quoted.h"
#include "view/Sites.h"
#include "view/View.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

/// All measures but the size, which is two columns.
static bool isShown(Measure Of) { return columnOf(Of).Merge != MeasureMerge::Range; }

std::vector<FleetColumn> allocsite::fleetColumns() {
  std::vector<FleetColumn> All = {
      {"run_id", "VARCHAR"},     {"process", "BIGINT"},   {"began", "BIGINT"},
      {"time", "DOUBLE"},        {"sequence", "BIGINT"},  {"ended", "VARCHAR"},
      {"site_id", "VARCHAR"},    {"stack_id", "VARCHAR"}, {"function", "VARCHAR"},
      {"site", "VARCHAR"},       {"file", "VARCHAR"},     {"allocator", "VARCHAR"},
      {"type", "VARCHAR"},       {"through", "VARCHAR"},  {"below", "VARCHAR"},
      {"stack", "VARCHAR"},      {"size_min", "BIGINT"},  {"size_max", "BIGINT"},
      {"failed_calls", "BIGINT"}};
  for (unsigned I = 0; I != MeasureCount; ++I)
    if (isShown(Measure(I))) {
      std::string Name = MeasureColumns[I].Word;
      std::replace(Name.begin(), Name.end(), '-', '_');
      All.push_back({std::move(Name), "BIGINT"});
    }
  All.push_back({"calls_delta", "BIGINT"});
  All.push_back({"bytes_delta", "BIGINT"});
  return All;
}

std::string allocsite::fleetHeader() {
  std::string Line;
  for (const FleetColumn &Each : fleetColumns())
    Line.append(Line.empty() ? "" : ",").append(Each.Name);
  return Line + '\n';
}

/// What agrees in site and stack, of all sizes.
struct FleetRows::Sum {
  RowId First; ///< one of the rows
  SizeRange Sizes = {};
  uint64_t Failed = 0;
  NameId Below = NoName;
};

struct FleetRows::Sums {
  std::vector<Key> Keys; ///< in the order of the rows
  std::vector<Sum> Of;
  std::vector<uint64_t> Values; ///< by sum and column
};

Expected<FleetRows::Sums> FleetRows::sumsOf(Profile &Of) {
  ViewSelection Wanted;
  Wanted.Shown = Of.column(Measure::Bytes);
  auto Shown = View::of(Of, Wanted);
  if (!Shown)
    return Shown.error();
  const std::vector<uint64_t> Sites = Numbers.idsOf(Of), Stacks = stackIdsOf(Of);
  const size_t Columns = Of.columns().size();
  const auto Calls = Of.column(Measure::Calls);
  Sums All;
  std::unordered_map<Key, size_t, KeyHash> At;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const RowKey &Its = Of.row(Row);
    const Key Is = {Sites[Row], Stacks[Its.Chain]};
    const auto [Found, IsNew] = At.try_emplace(Is, All.Of.size());
    if (IsNew) {
      All.Keys.push_back(Is);
      All.Of.push_back({Row});
      All.Values.resize(All.Values.size() + Columns);
    }
    Sum &To = All.Of[Found->second];
    if (Its.IsFailed) {
      To.Failed = saturatingAdd(To.Failed, Calls ? Of.value(Row, *Calls, 0) : 0);
      continue;
    }
    To.Sizes.add(Of.sizes(Row));
    if (const NameId Above = Shown->above(Row); Above != NoName)
      To.Below = Above;
    for (ColumnId Column = 0; Column != Columns; ++Column) {
      uint64_t &Value = All.Values[Found->second * Columns + Column];
      Value = merged(Of.columns()[Column].Merge, Value, Of.value(Row, Column, 0));
    }
  }
  return All;
}

MaybeError FleetRows::passOver(Profile &Of) {
  const auto Calls = Of.column(Measure::Calls), Bytes = Of.column(Measure::Bytes);
  auto All = sumsOf(Of);
  if (!All)
    return All.error();
  const size_t Columns = Of.columns().size();
  Before.clear();
  for (size_t I = 0; I != All->Of.size(); ++I)
    Before[All->Keys[I]] = {Calls ? All->Values[I * Columns + *Calls] : 0,
                            Bytes ? All->Values[I * Columns + *Bytes] : 0};
  IsBaseKnown = true;
  return {};
}

/// A name is a cell; one that is not known is an empty cell, which databases read as NULL. Readers
/// of CSV differ in what they make of other bytes than text: these are escaped.
static void addName(std::string &To, std::string_view Name) {
  auto isControl = [](char C) { return static_cast<unsigned char>(C) < 0x20; };
  To += ',';
  if (Name.empty())
    return;
  if (isValidUtf8(Name) && std::none_of(Name.begin(), Name.end(), isControl))
    addCsvCell(To, Name);
  else
    addCsvCell(To, displayText(Name));
}

/// "leaf ← caller ← main".
static void addStack(std::string &To, const Profile &Of, ChainId Chain) {
  std::string Text;
  for (NameId Each : functionsOf(Of, Chain))
    Text.append(Text.empty() ? "" : " ← ").append(Of.Names[Each]);
  addName(To, Text);
}

MaybeError FleetRows::write(Profile &Of, const LogRun &Its, uint64_t Sequence, ByteSink &To) {
  auto All = sumsOf(Of);
  if (!All)
    return All.error();
  const KnownOfColumns Known(Of.columns());
  const size_t Columns = Of.columns().size();
  std::string Begin = fmt::format("\"{:016x}\",{},{},{}.{:03},{}", Process.Identity,
                                  Process.Process ? std::to_string(Process.Process) : "",
                                  Process.Began ? std::to_string(Process.Began) : "",
                                  Its.Time / 1000, Its.Time % 1000, Sequence);
  addName(Begin, Its.How);
  auto nameOf = [&Of](NameId Name) {
    return Name == NoName ? std::string_view() : Of.Names[Name];
  };
  std::string Lines;
  std::unordered_map<Key, Counts, KeyHash> Now;
  for (size_t I = 0; I != All->Of.size(); ++I) {
    const Sum &Each = All->Of[I];
    const Key &Is = All->Keys[I];
    const RowKey &Row = Of.row(Each.First);
    Lines += Begin;
    fmt::format_to(std::back_inserter(Lines), ",\"{:016x}\",\"{:016x}\"", Is.Site, Is.Stack);
    addName(Lines, nameOf(innermost(Of, Row.Chain)));
    addName(Lines, nameOf(Row.Site));
    addName(Lines, placeOf(Of.Names[Row.Site]).File);
    for (NameId Name : {Row.Allocator, Row.Type, Row.Through, Each.Below})
      addName(Lines, nameOf(Name));
    addStack(Lines, Of, Row.Chain);
    if (Each.Sizes.Smallest <= Each.Sizes.Largest)
      fmt::format_to(std::back_inserter(Lines), ",{},{}", Each.Sizes.Smallest,
                     Each.Sizes.Largest);
    else
      Lines += ",,";
    fmt::format_to(std::back_inserter(Lines), ",{}", Each.Failed);
    auto valueOf = [&](ColumnId Column) { return All->Values[I * Columns + Column]; };
    for (unsigned M = 0; M != MeasureCount; ++M)
      if (isShown(Measure(M))) {
        Lines += ',';
        if (const auto Column = Of.column(Measure(M))) {
          const Quantity Value = Known.quantity(*Column, valueOf);
          if (Value.Is != Known::Nothing)
            fmt::format_to(std::back_inserter(Lines), "{}", Value.Value);
        }
      }
    Counts Count = {};
    if (const auto Column = Of.column(Measure::Calls))
      Count.Calls = valueOf(*Column);
    if (const auto Column = Of.column(Measure::Bytes))
      Count.Bytes = valueOf(*Column);
    Now[Is] = Count;
    if (!IsBaseKnown) {
      Lines += ",,\n";
    } else {
      // The program may have reset its counts: then all is new.
      if (const auto Last = Before.find(Is); Last != Before.end() &&
                                             Last->second.Calls <= Count.Calls &&
                                             Last->second.Bytes <= Count.Bytes) {
        Count.Calls -= Last->second.Calls;
        Count.Bytes -= Last->second.Bytes;
      }
      fmt::format_to(std::back_inserter(Lines), ",{},{}\n", Count.Calls, Count.Bytes);
    }
    To.write(Lines);
    Lines.clear();
  }
  Before = std::move(Now);
  IsBaseKnown = true;
  return {};
}
