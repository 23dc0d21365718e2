//===- WriteProfile.cpp - A profile with all measures, in all formats -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: WriteProfile DIRECTORY: a file named by each format.
//
//===----------------------------------------------------------------------===//

#include "write/Writer.h"

#include <fcntl.h>
#include <unistd.h>

using namespace allocsite;

namespace {

struct Row {
  const char *Leaf, *Caller, *Allocator, *Site;
  uint64_t Size, Calls, Live, Peak, Freed, Temporary; // Peak in blocks
};

// Blocks that stay, that are gone at the end, that were never alive at the peak, and such of
// which only one is; 3 of the last are freed before another is allocated.
constexpr Row Rows[] = {
    {"keep", "main", "malloc", "a.cpp:3:5", 100, 10, 10, 10, 0, 0},
    {"late", "main", "malloc", "a.cpp:9:5", 50, 4, 4, 1, 0, 0},
    {"gone", "work", "operator new", "b.cpp:7:1", 64, 20, 0, 20, 20, 0},
    {"early", "work", "operator new", "b.cpp:8:1", 32, 5, 0, 0, 5, 0},
    {"short", "work", "malloc", "b.cpp:9:1", 8, 10, 1, 2, 9, 3},
};

} // namespace

int main(int, char **Arguments) {
  Profile Made;
  auto name = [&](const char *Text) { return *Made.Names.intern(Text); };
  const ColumnId Live = Made.internColumn(Measure::Live);
  const ColumnId LiveBytes = Made.internColumn(Measure::LiveBytes);
  const ColumnId Peak = Made.internColumn(Measure::PeakBytes);
  const ColumnId Freed = Made.internColumn(Measure::Freed);
  const ColumnId Temporary = Made.internColumn(Measure::Temporary);
  const ColumnId Lifetime = Made.internColumn(Measure::Lifetime);
  const ColumnId Largest = Made.internColumn(Measure::Longest);
  const ColumnId Bytes = Made.internColumn(Measure::Bytes);
  const ColumnId Calls = Made.internColumn(Measure::Calls);
  for (const Row &Each : Rows) {
    RowKey Key;
    // Callers have places here, as in a profile of another program.
    const ChainId Main =
        Made.internChain(Made.internFrame({name("main"), name("main.cpp"), 70}), NoChain);
    const ChainId Caller =
        Made.internChain(Made.internFrame({name(Each.Caller), name("work.cpp"), 12}), Main);
    Key.Chain = Made.internChain(Made.internFrame({name(Each.Leaf)}), Caller);
    Key.Allocator = name(Each.Allocator);
    Key.Site = name(Each.Site);
    Key.setSize(Each.Size);
    const RowId At = *Made.internRow(Key);
    Made.add(At, Calls, 0, Each.Calls);
    Made.add(At, Bytes, 0, Each.Calls * Each.Size);
    Made.add(At, Live, 0, Each.Live);
    Made.add(At, LiveBytes, 0, Each.Live * Each.Size);
    Made.add(At, Peak, 0, Each.Peak * Each.Size);
    Made.add(At, Freed, 0, Each.Freed);
    Made.add(At, Temporary, 0, Each.Temporary);
    Made.add(At, Lifetime, 0, Each.Freed * 10);
    Made.add(At, Largest, 0, Each.Size);
  }
  Run Of;
  Of.File = "app.asprof";
  Of.Program = "/usr/bin/app";
  Of.Process = 4711;
  Of.Began = 1700000000;
  Made.Runs.push_back(Of);

  const Samples From(Made, Bytes);
  for (const Writer *Each : allWriters()) {
    const std::string Path = Arguments[1] + std::string("/") + Each->Format;
    const int Descriptor = ::open(Path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    FileSink To(Descriptor);
    if (Each->Write(From, To) || To.finish() || ::close(Descriptor))
      return 1;
  }
}
