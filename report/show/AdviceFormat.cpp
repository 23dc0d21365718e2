//===- AdviceFormat.cpp - What a program could allocate less --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdviceFormat.h"

#include "ChainText.h"
#include "support/DisplayText.h"
#include "view/Sites.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

using namespace allocsite;

static const char *wordOf(AdviceKind Kind) {
  static constexpr const char *Words[] = {"reuse", "reserve", "grow",
                                          "arena", "reset",   "few-objects"};
  static_assert(std::size(Words) == unsigned(AdviceKind::FewObjects) + 1);
  return Words[unsigned(Kind)];
}

static std::vector<std::string> framesOf(const Advice &Of, const Profile &In) {
  std::vector<std::string> Frames;
  for (NameId Function : functionsOf(In, In.row(Of.Row).Chain))
    Frames.emplace_back(In.Names[Function]);
  return Frames;
}

Sheet allocsite::adviceSheet(const std::vector<Advice> &All, const Profile &In, size_t Top) {
  Sheet Result;
  Result.Kind = "allocsite-advice";
  Result.Facts = {{{"row_count", "", CellKind::Count}, int64_t(All.size())}};
  Result.Columns = {{"saved_calls", "saved calls", CellKind::Count},
                    {"saved_bytes", "saved bytes", CellKind::Bytes},
                    {"calls", "calls", CellKind::Count},
                    {"bytes", "bytes", CellKind::Bytes},
                    {"kind", "kind", CellKind::Word},
                    {"advice", "advice", CellKind::Word},
                    {"evidence", "evidence", CellKind::Word},
                    {"allocator", "allocator", CellKind::Name},
                    {"type", "type", CellKind::Name},
                    {"site", "site", CellKind::Path}};
  Result.HasFrames = true;
  Result.Left.Amount = int64_t(0);
  for (const Advice &Each : All) {
    if (Top && Result.Rows.size() == Top) {
      Result.Left.leave(Each.SavedBytes);
      continue;
    }
    const RowKey &Key = In.row(Each.Row);
    SheetRow Row;
    Row.Cells = {int64_t(Each.SavedCalls),
                 int64_t(Each.SavedBytes),
                 int64_t(Each.Calls),
                 int64_t(Each.Bytes),
                 std::string(wordOf(Each.Kind)),
                 Each.Do,
                 Each.Evidence,
                 std::string(In.Names[Key.Allocator]),
                 std::string(In.Names[Key.Type]),
                 std::string(In.Names[Key.Site])};
    Row.Frames = framesOf(Each, In);
    Result.Rows.push_back(std::move(Row));
  }
  return Result;
}

std::string allocsite::adviceText(const std::vector<Advice> &All, const Profile &In,
                                  size_t Top, const SheetStyle &Style) {
  constexpr size_t Indent = 3;
  const size_t Width =
      Style.Width == SIZE_MAX ? SIZE_MAX : std::max<size_t>(Style.Width, 40) - Indent;
  std::string Text;
  auto add = [&](const std::string &Lines) {
    for (const std::string &Line : linesOf(Lines))
      Text += "   " + Line + '\n';
  };
  for (size_t I = 0; I != All.size() && (!Top || I != Top); ++I) {
    const Advice &Each = All[I];
    const RowKey &Key = In.row(Each.Row);
    auto count = [&](uint64_t Number, CellKind Kind) {
      return quantityText(int64_t(Number), Kind, Style.RawBytes);
    };
    Text += fmt::format("{}  {}: {} in {} call{} of {}\n", I + 1, wordOf(Each.Kind),
                        count(Each.Bytes, CellKind::Bytes), count(Each.Calls, CellKind::Count),
                        Each.Calls == 1 ? "" : "s", displayText(In.Names[Key.Allocator]));
    add(shortenStart(displayText(In.Names[Key.Site]), Width));
    std::vector<std::string> Frames;
    for (const std::string &Frame : framesOf(Each, In))
      Frames.push_back(displayText(Frame));
    if (!Frames.empty())
      add(chainText(std::move(Frames), Width));
    add(wrapText("Evidence: " + Each.Evidence + '.', std::min<size_t>(Width, 96)));
    add(wrapText("Advice: " + Each.Do + '.', std::min<size_t>(Width, 96)));
    add(fmt::format("Saves {} call{} and {}.", count(Each.SavedCalls, CellKind::Count),
                    Each.SavedCalls == 1 ? "" : "s", count(Each.SavedBytes, CellKind::Bytes)));
  }
  return Text;
}
