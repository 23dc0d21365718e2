//===- LogFuzzer.cpp - Feeds hostile logs to the report -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   fuzzers logs corpus/ test/report/fuzz/logs/
//
// The first two bytes choose how the log is grouped, printed and handed out (in
// what pieces read() gives it); the rest is the log. One that begins like a log
// itself is taken whole.
//
//===----------------------------------------------------------------------===//

#include "Fuzzers.h"
#include "read/LogRows.h"
#include "show/GroupsFormat.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace allocsite;

namespace {

class PieceByPiece : public ByteSource {
public:
  PieceByPiece(std::string_view Left, size_t Piece) : Left(Left), Piece(Piece) {}

  Expected<size_t> read(char *To, size_t Size) override {
    size_t Count = std::min({Size, Piece, Left.size()});
    std::memcpy(To, Left.data(), Count);
    Left.remove_prefix(Count);
    return Count;
  }

private:
  std::string_view Left;
  size_t Piece;
};

} // namespace

static int run(const uint8_t *Data, size_t Size) {
  if (Size < 3)
    return 0;
  const size_t Chosen = std::memcmp(Data, "pc0", 3) ? 2 : 0;
  const auto By = GroupBy(Data[0] % 6);
  const size_t Top = Data[0] / 10 % 3;
  ViewSelection Wanted;
  Wanted.ShowsThrough = true;
  if (Data[0] & 0x80)
    Wanted.Wanted.requireAny("function", {"*a?*", "main"});
  if (Data[0] & 0x40)
    Wanted.Hidden = {"*b*", "…"};
  SheetStyle Style;
  Style.RawBytes = Data[1] & 1;
  Style.Width = Data[1] & 2 ? SIZE_MAX : Data[1];
  size_t Piece = Data[1] & 4 ? SIZE_MAX : 1 + Data[1] / 8;

  PieceByPiece Source({reinterpret_cast<const char *>(Data + Chosen), Size - Chosen}, Piece);
  Profile All(1, {By == GroupBy::Type, By == GroupBy::Size});
  Run Read;
  auto Shape = readLog(Source, "fuzz.csv", All, Read, {});
  if (!Shape) {
    if (!isValidUtf8(Shape.error().What))
      std::abort();
    return 0;
  }
  const ColumnId Sort = *All.column(Data[0] / 5 % 2 ? Measure::Calls : Measure::Bytes);
  auto Rows = View::of(All, Wanted);
  if (!Rows)
    std::abort();
  const Groups Found = groupRows(All, *Rows, By, Sort, Top);
  // Nothing that moves the cursor may come through.
  const std::string Text = groupsText({All, Found, Rows->Left, By, Sort, {}}, Style);
  if (!isValidUtf8(Text))
    std::abort();
  for (unsigned char C : Text)
    if (C != '\n' && (C < 0x20 || C == 0x7F))
      std::abort();
  return 0;
}

const Fuzzer allocsite::LogFuzzer = {"logs", run, nullptr};
