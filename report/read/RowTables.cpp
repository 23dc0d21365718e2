//===- RowTables.cpp - Tables that say more of the rows of a log ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowTables.h"

#include "support/Message.h"

#include <algorithm>
#include <functional>
#include <tuple>

using namespace allocsite;

namespace {

/// Finds the row of a profile by a row of its log.
class RowsByOrigin {
public:
  RowsByOrigin(const Profile &Of, unsigned Side) {
    for (const RowOrigin &Each : Of.origins())
      if (Each.Side == Side)
        All.push_back(Each);
    // Of a row that several threads share, live memory is in the part without a thread.
    auto key = [&Of](const RowOrigin &Its) {
      return std::tuple(Its.Number, Its.Frame, Of.row(Its.Row).Thread != NoName);
    };
    std::sort(All.begin(), All.end(),
              [&](const RowOrigin &A, const RowOrigin &B) { return key(A) < key(B); });
  }

  /// Nothing if the profile has no such row, as a filter has left it out.
  std::optional<RowId> find(uint64_t Number, uint64_t Frame) const {
    auto At =
        std::lower_bound(All.begin(), All.end(), std::pair(Number, Frame),
                         [](const RowOrigin &Of, const std::pair<uint64_t, uint64_t> &Wanted) {
                           return std::pair(Of.Number, Of.Frame) < Wanted;
                         });
    if (At == All.end() || At->Number != Number || At->Frame != Frame)
      return {};
    return At->Row;
  }

private:
  std::vector<RowOrigin> All;
};

/// Hands \p Use each row of a table with its row of the profile, and the cells behind `row,frame`.
/// False if the table is damaged.
bool forEachRow(LogTables &Tables, const char *Name, std::string_view Header,
                const Profile &Of, unsigned Side,
                const std::function<bool(RowId, const std::vector<std::string_view> &)> &Use) {
  std::optional<RowsByOrigin> Rows; // made only if there is a table
  auto Found = Tables.forEachRecord(Name, [&](const CsvReader &Record, bool IsHeader) {
    const auto &Cells = Record.cells();
    if (IsHeader) {
      if (Record.record() != Header)
        return MaybeError(Error{"unknown columns"});
      Rows.emplace(Of, Side);
      return MaybeError();
    }
    uint64_t Number = 0, Frame = 0;
    if (Cells.size() < 2 || !readNumber(Cells[0], Number) || !readNumber(Cells[1], Frame))
      return MaybeError(Error{"no row of a log"});
    auto Row = Rows->find(Number, Frame);
    return !Row || Use(*Row, Cells) ? MaybeError() : MaybeError(Error{"no numbers of a row"});
  });
  if (!Found)
    printWarning(Found.error().What + "; the table is left out");
  return bool(Found);
}

} // namespace

std::vector<RowChange> allocsite::readChanges(LogTables &Tables, const Profile &Of,
                                              unsigned Side, size_t Points) {
  std::vector<RowChange> All;
  const bool IsWhole =
      forEachRow(Tables, "changes", "row,frame,point,allocated,freed", Of, Side,
                 [&](RowId Row, const std::vector<std::string_view> &Cells) {
                   RowChange New{Row, 0, 0, 0};
                   if (Cells.size() != 5 || !readNumber(Cells[2], New.Point) || !New.Point ||
                       New.Point > Points || !readNumber(Cells[3], New.Allocated) ||
                       !readNumber(Cells[4], New.Freed))
                     return false;
                   --New.Point;
                   All.push_back(New);
                   return true;
                 });
  return IsWhole ? All : std::vector<RowChange>();
}

Generations allocsite::readGenerations(LogTables &Tables, const Profile &Of, unsigned Side) {
  constexpr uint32_t Most = 1 << 16;
  Generations All;
  const bool IsWhole = forEachRow(
      Tables, "generations", "row,frame,generation,mark,seconds,live count,live bytes", Of,
      Side, [&](RowId Row, const std::vector<std::string_view> &Cells) {
        RowGeneration New{Row, 0, 0};
        if (Cells.size() != 7 || !readNumber(Cells[2], New.Generation, Most) ||
            !readNumber(Cells[5], New.Live))
          return false;
        if (New.Generation >= All.Marks.size())
          All.Marks.resize(New.Generation + 1);
        All.Marks[New.Generation] = Cells[3];
        All.Rows.push_back(New);
        return true;
      });
  return IsWhole ? All : Generations();
}
