//===- LeaksFormat.cpp - What was alive at exit, as rows ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeaksFormat.h"

#include "LeftOutFormat.h"
#include "view/Sites.h"

#include <fmt/format.h>

using namespace allocsite;

/// The sum of all that suppressions have left out.
static SuppressedLeaks suppressed(const Leaks &Of) {
  SuppressedLeaks All;
  for (const SuppressedLeaks &Each : Of.Suppressed) {
    All.Blocks = merged(MeasureMerge::Sum, All.Blocks, Each.Blocks);
    All.Bytes = merged(MeasureMerge::Sum, All.Bytes, Each.Bytes);
  }
  return All;
}

Sheet allocsite::leaksSheet(const Leaks &Of, const Profile &In, size_t Top) {
  auto name = [&](NameId Name) { return std::string(In.Names[Name]); };
  auto fact = [](const char *Key, uint64_t Value) {
    return std::pair<SheetColumn, Cell>({Key, "", CellKind::Count}, int64_t(Value));
  };
  const SuppressedLeaks Suppressed = suppressed(Of);
  const bool Lacks = !Of.Lacks.Cause.empty();
  const Known Is = !Lacks ? Known::Whole : Of.Lacks.IsAll ? Known::Nothing : Known::Part;
  Sheet Result;
  Result.Kind = "allocsite-leaks";
  Result.Facts = {{{"leaked_bytes", "", CellKind::Count}, Quantity{Of.Bytes, Is}},
                  {{"leaked_blocks", "", CellKind::Count}, Quantity{Of.Blocks, Is}},
                  fact("suppressed_bytes", Suppressed.Bytes),
                  fact("suppressed_blocks", Suppressed.Blocks),
                  {{"not_known", "", CellKind::Word}, Lacks ? Cell(Of.Lacks.Cause) : Cell()},
                  fact("row_count", Of.Found.size())};
  Result.Columns = {{"leaked_bytes", "leaked", CellKind::Bytes},
                    {"leaked_blocks", "blocks", CellKind::Count},
                    {"smallest_size", "", CellKind::Count},
                    {"largest_size", "largest", CellKind::Bytes},
                    {"allocator", "allocator", CellKind::Name},
                    {"type", "type", CellKind::Name},
                    {"site", "site", CellKind::Path}};
  Result.HasFrames = true;
  Result.Left = leftOutOf(Of.Left, In.Names);
  Result.Left.Amount = int64_t(0);
  for (const Leak &Each : Of.Found) {
    if (Top && Result.Rows.size() == Top) {
      Result.Left.leave(Each.Bytes);
      continue;
    }
    SheetRow Row;
    Row.Cells = {int64_t(Each.Bytes),
                 int64_t(Each.Blocks),
                 int64_t(Each.SmallestSize),
                 int64_t(Each.LargestSize),
                 name(Each.Allocator),
                 name(Each.Type),
                 name(Each.Site)};
    for (NameId Function : functionsOf(In, Each.Chain))
      Row.Frames.push_back(name(Function));
    Result.Rows.push_back(std::move(Row));
  }
  return Result;
}

Sheet allocsite::suppressedSheet(const Leaks &Of) {
  Sheet Result;
  Result.Kind = "allocsite-suppressed-leaks";
  Result.Columns = {{"bytes", "suppressed", CellKind::Bytes},
                    {"blocks", "blocks", CellKind::Count},
                    {"pattern", "by", CellKind::Word}};
  for (const SuppressedLeaks &Each : Of.Suppressed)
    Result.Rows.push_back(
        {{int64_t(Each.Bytes), int64_t(Each.Blocks), "leak:" + Each.Pattern}, {}, {}});
  return Result;
}

std::string allocsite::leaksSummary(const Leaks &Of, bool RawBytes) {
  auto number = [&](uint64_t Value, CellKind Kind) {
    return quantityText(int64_t(Value), Kind, RawBytes);
  };
  const bool Lacks = !Of.Lacks.Cause.empty();
  if (Of.Found.empty() && Of.Lacks.IsAll)
    return "not known";
  if (Of.Found.empty())
    return std::string("no block ") + (Lacks ? "that was followed " : "") +
           "was alive at exit" +
           std::string(Of.Suppressed.empty() ? "" : " but those that were suppressed");
  return fmt::format("{}{} in {} block{} of {} chain{}", Lacks ? "at least " : "",
                     number(Of.Bytes, CellKind::Bytes), number(Of.Blocks, CellKind::Count),
                     Of.Blocks == 1 ? "" : "s", number(Of.Found.size(), CellKind::Count),
                     Of.Found.size() == 1 ? "" : "s");
}
