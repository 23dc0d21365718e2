//===- DumpProfile.cpp - Prints the model of some files -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   DumpProfile FILE…            all on one side
//   DumpProfile --sides A B      one on each
//
// A line a row: frames separated by ` < `, allocator, type, site, size, failed or made, and a
// number for each column and side. Then the totals, and what the model holds.
//
//===----------------------------------------------------------------------===//

#include "read/ProfileSource.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>

using namespace allocsite;

static std::string chainText(const Profile &Of, ChainId Chain) {
  std::string Text;
  for (; Chain != NoChain; Chain = Of.link(Chain).Caller) {
    const Frame &At = Of.frame(Of.link(Chain).At);
    Text += (Text.empty() ? "" : " < ") + std::string(Of.Names[At.Function]);
  }
  return Text;
}

int main(int Count, char **Arguments) {
  const bool IsCompared = Count == 4 && !std::strcmp(Arguments[1], "--sides");
  Profile All(IsCompared ? 2 : 1);
  for (int I = IsCompared ? 2 : 1; I != Count; ++I)
    if (auto Shape = readProfile(Arguments[I], All, IsCompared ? I - 2 : 0); !Shape) {
      std::fprintf(stderr, "error: %s\n", Shape.error().What.c_str());
      return 1;
    }

  std::vector<std::string> Lines;
  for (RowId Row = 0; Row != All.rowCount(); ++Row) {
    const RowKey &Key = All.row(Row);
    std::string Line = fmt::format("{} | {} | {} | {} | {} {}", chainText(All, Key.Chain),
                                   All.Names[Key.Allocator], All.Names[Key.Type],
                                   All.Names[Key.Site], Key.size(),
                                   Key.IsFailed ? "failed" : "made");
    for (ColumnId Column = 0; Column != All.columns().size(); ++Column)
      for (unsigned Side = 0; Side != All.sides(); ++Side)
        Line += fmt::format(" {}={}", All.columns()[Column].Word, All.value(Row, Column, Side));
    Lines.push_back(std::move(Line));
  }
  std::sort(Lines.begin(), Lines.end());
  for (const std::string &Line : Lines)
    std::puts(Line.c_str());
  for (ColumnId Column = 0; Column != All.columns().size(); ++Column)
    for (unsigned Side = 0; Side != All.sides(); ++Side)
      std::printf("total %s side %u: %llu\n", All.columns()[Column].Word.c_str(), Side,
                  static_cast<unsigned long long>(All.total(Column, Side)));
  std::printf("%zu rows, %zu chains, %zu frames\n", All.rowCount(), All.chainCount() - 1,
              All.frameCount());
  for (const Run &Each : All.Runs) {
    std::printf("run %u: program '%s', process %s\n", Each.Side, Each.Program.c_str(),
                Each.Process ? "known" : "-");
    for (const std::string &Line : Each.Lacks)
      std::printf("lacks: %s\n", Line.c_str());
  }
}
