//===- LogStacks.cpp - The whole stacks of a log's rows -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LogStacks.h"

#include "support/Message.h"

#include <fmt/format.h>

using namespace allocsite;

MaybeError LogStacks::readFrames(const LogTable &Of, Profile &To) {
  Chains.assign(1, NoChain);
  return Of.forEachRecord([&](const CsvReader &Record, bool IsHeader) -> MaybeError {
    const auto &Cells = Record.cells();
    if (IsHeader)
      return Record.record() == "function,file,line,caller" ? MaybeError()
                                                            : Error{"unknown columns"};
    Frame New{};
    uint64_t Caller = 0;
    if (Cells.size() != 4 || !readNumber(Cells[2], New.Line) ||
        !readNumber(Cells[3], Caller) || Caller >= Chains.size())
      return Error{"no frame of a stack"};
    auto Function = To.Names.intern(Cells[0]);
    auto File = Cells[1].empty() ? std::optional(NoName) : To.Names.intern(Cells[1]);
    if (!Function || !File)
      return Error{"more names than a profile can hold"};
    New.Function = *Function;
    New.File = *File;
    Chains.push_back(To.internChain(To.internFrame(New), Chains[Caller]));
    return {};
  });
}

MaybeError LogStacks::readParts(const LogTable &Of) {
  std::vector<Measure> Columns;
  return Of.forEachRecord([&](const CsvReader &Record, bool IsHeader) -> MaybeError {
    const auto &Cells = Record.cells();
    if (IsHeader) {
      if (Cells.size() < 2 || Cells[0] != "row" || Cells[1] != "frame")
        return Error{"unknown columns"};
      for (size_t I = 2; I < Cells.size(); ++I) {
        unsigned Which = 0;
        while (Which < MeasureCount && Cells[I] != MeasureColumns[Which].Title)
          ++Which;
        if (Which == MeasureCount)
          return Error{fmt::format("unknown column '{}'", Cells[I])};
        Columns.push_back(Measure(Which));
      }
      return {};
    }
    RowPart New{};
    uint64_t Frame = 0;
    if (Cells.size() != Columns.size() + 2 || !readNumber(Cells[0], New.Row) ||
        !readNumber(Cells[1], Frame) || Frame >= Chains.size() ||
        (!Parts.empty() && New.Row < Parts.back().Row))
      return Error{"no stack of a row"};
    New.Its.Chain = Chains[Frame];
    New.Its.Frame = Frame;
    if (!Columns.empty() && !Cells[2].empty()) {
      New.Its.Values.emplace();
      New.Its.Values->fill(0);
      for (size_t I = 0; I < Columns.size(); ++I)
        if (!readNumber<uint64_t>(Cells[I + 2], (*New.Its.Values)[unsigned(Columns[I])],
                                  INT64_MAX))
          return Error{"no number"};
    }
    Parts.push_back(New);
    return {};
  });
}

LogStacks LogStacks::read(LogTables &Of, Profile &To, bool HasParts) {
  LogStacks Its;
  auto Frames = Of.find("frames");
  // readRun() says what is wrong with the file.
  if (!Frames || !*Frames)
    return Its;
  std::optional<LogTable> Stacks;
  if (HasParts) {
    auto Found = Of.find("stacks");
    if (!Found || !*Found)
      return Its;
    Stacks = std::move(*Found);
  }
  MaybeError Failure = Its.readFrames(**Frames, To);
  if (!Failure && Stacks)
    Failure = Its.readParts(*Stacks);
  if (!Failure)
    return Its;
  printWarning(Failure->What + "; stacks have four frames");
  return LogStacks();
}

const std::vector<LogStacks::Part> &LogStacks::partsOf(uint64_t Row) {
  Found.clear();
  while (Next < Parts.size() && Parts[Next].Row < Row)
    ++Next;
  for (; Next < Parts.size() && Parts[Next].Row == Row; ++Next)
    if (Parts[Next].Its.Chain != NoChain || Parts[Next].Its.Values)
      Found.push_back(Parts[Next].Its);
  return Found;
}
