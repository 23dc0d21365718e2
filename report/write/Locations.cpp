//===- Locations.cpp - What the formats pprof and OTLP have in common -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Locations.h"

#include <algorithm>

using namespace allocsite;

static constexpr std::pair<Measure, const char *> SampleTypes[] = {
    {Measure::Calls, "alloc_objects"},        {Measure::Bytes, "alloc_space"},
    {Measure::Live, "inuse_objects"},         {Measure::LiveBytes, "inuse_space"},
    {Measure::PeakBytes, "peak_space"},       {Measure::Freed, "freed_objects"},
    {Measure::Temporary, "temporary_objects"}};

std::string allocsite::sampleTypeOf(const Column &Of) {
  for (const auto &[Its, Type] : SampleTypes)
    if (Of.Is == Its)
      return Type;
  std::string Type = Of.Word;
  std::replace(Type.begin(), Type.end(), '-', '_');
  return Type;
}

const char *allocsite::sampleUnitOf(const Column &Of) {
  return Of.Unit == MeasureUnit::Bytes ? "bytes" : "count";
}

Locations::Locations(const Samples &From) : From(From) {
  IdOfFrame.assign(From.Frames.size(), UINT32_MAX);
  for (const Sample &Each : From.All)
    visit(Each.Stack, [this](const std::vector<uint32_t> &Lines) { intern(Lines); });
  addMappings();
}

/// Calls \p At for the lines of each location of a stack.
template <typename FunctionT> void Locations::visit(StackId Of, FunctionT At) const {
  std::vector<uint32_t> Lines;
  for (uint32_t Frame : From.frames(Of)) {
    Lines.push_back(Frame);
    if (From.Frames[Frame].IsInlined)
      continue;
    At(Lines);
    Lines.clear();
  }
  if (!Lines.empty()) // the caller they were inlined into was left out
    At(Lines);
}

uint32_t Locations::intern(const std::vector<uint32_t> &Lines) {
  uint32_t &Id = Lines.size() == 1 ? IdOfFrame[Lines[0]]
                                   : IdOfLines.try_emplace(Lines, UINT32_MAX).first->second;
  if (Id == UINT32_MAX) {
    Id = uint32_t(All.size());
    All.push_back({Lines});
  }
  return Id;
}

std::vector<uint32_t> Locations::stack(StackId Of) const {
  std::vector<uint32_t> Ids;
  visit(Of, [&](const std::vector<uint32_t> &Lines) {
    Ids.push_back(Lines.size() == 1 ? IdOfFrame[Lines[0]] : IdOfLines.at(Lines));
  });
  return Ids;
}

/// The module that has main is the program, as a log does not name it.
TextId Locations::programModule() const {
  const std::string Program = From.program();
  TextId Found = NoName;
  for (uint32_t Id = 0; Id != From.Frames.size(); ++Id)
    if (const StackFrame &Each = From.Frames[Id]; From.Texts[Each.Function] == "main")
      Found = Each.Module;
  for (uint32_t Id = 0; Found == NoName && Id != From.Frames.size(); ++Id) {
    const std::string_view Path = From.Texts[From.Frames[Id].Module];
    if (Path.substr(Path.rfind('/') + 1) == Program)
      Found = From.Frames[Id].Module;
  }
  return Found;
}

void Locations::addMappings() {
  const TextId Program = programModule();
  std::vector<TextId> Files = {Program};
  std::map<TextId, uint64_t> IndexOf;
  if (!From.hasModules() || Program != NoName)
    IndexOf.emplace(Program, 0);
  std::vector<uint64_t> SizeOf = {0};
  for (Location &Each : All) {
    // Inlined functions are in the module of the function that they were inlined into.
    const TextId Module = From.Frames[Each.Lines.back()].Module;
    auto [At, IsNew] = IndexOf.try_emplace(Module, Files.size());
    if (IsNew) {
      Files.push_back(Module);
      SizeOf.push_back(0);
    }
    Each.Mapping = At->second;
    ++SizeOf[At->second];
  }
  std::vector<uint64_t> Next; ///< address in each
  uint64_t Start = 0;
  for (size_t I = 0; I != Files.size(); ++I) {
    const uint64_t Limit = Start + SizeOf[I] + (I == 0);
    const bool IsProgram = I == 0 && Files[I] == NoName;
    const bool IsKnown = IsProgram || Files[I] != NoName;
    Mappings.push_back({Start, Limit,
                        IsProgram ? From.program()
                        : IsKnown ? std::string(From.Texts[Files[I]])
                                  : std::string(),
                        IsKnown ? From.buildId(Files[I]) : std::string()});
    Next.push_back(Start + (I == 0));
    Start = Limit;
  }
  for (Location &Each : All)
    Each.Address = Next[Each.Mapping]++;
}
