//===- WhereFuzzer.cpp - Feeds hostile conditions and budgets to their parsers ===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   fuzzers where corpus/ test/report/fuzz/where/
//
// What parses is asked of a profile with a row; an error is fit to be seen.
//
//===----------------------------------------------------------------------===//

#include "Fuzzers.h"
#include "findings/Budget.h"
#include "support/DisplayText.h"
#include "view/Where.h"

#include <cstdlib>

using namespace allocsite;

static void fill(Profile &Of) {
  const ColumnId Calls = Of.internColumn(Measure::Calls);
  const ColumnId Bytes = Of.internColumn(Measure::Bytes);
  const NameId Name = *Of.Names.intern("parse<int>(char)");
  RowKey Key;
  Key.Chain = Of.internChain(Of.internFrame({Name}), NoChain);
  Key.Allocator = *Of.Names.intern("malloc");
  Key.Type = *Of.Names.intern("Node");
  Key.Site = *Of.Names.intern("src/a.c:12:3");
  Key.setSize(100);
  auto Row = Of.internRow(Key);
  Of.add(*Row, Calls, 0, 7);
  Of.add(*Row, Bytes, 0, 700);
}

static void checkMessage(const Error &Failure) {
  if (Failure.What.empty() || !isValidUtf8(Failure.What))
    std::abort();
}

static int run(const uint8_t *Data, size_t Size) {
  const std::string_view Text(reinterpret_cast<const char *>(Data), Size);
  Profile Of;
  fill(Of);
  if (auto Parsed = Where::parse(Text); !Parsed) {
    checkMessage(Parsed.error());
  } else {
    std::vector<std::string> Misses;
    auto Selected = Parsed->select(Of, Misses);
    if (!Selected)
      checkMessage(Selected.error());
    else if (Selected->size() != Of.rowCount())
      std::abort();
  }
  auto Lines = parseBudget(Text);
  if (!Lines) {
    checkMessage(Lines.error());
    return 0;
  }
  Profile Baseline;
  fill(Baseline);
  auto Use = useOf(*Lines, Of, &Baseline);
  if (!Use)
    checkMessage(Use.error());
  else if (Use->size() != Lines->size())
    std::abort();
  return 0;
}

const Fuzzer allocsite::WhereFuzzer = {"where", run, nullptr};
