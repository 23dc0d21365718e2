//===- ByName.cpp - Self and inclusive numbers by function or file --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByName.h"

#include "Sites.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

using namespace allocsite;

namespace {

class Summer {
public:
  Summer(const Profile &Of, unsigned Side) : Of(Of), Side(Side) {}

  /// Adds the row to each of \p Names, which are innermost first and may repeat.
  void add(RowId Row, const std::vector<std::string_view> &Names) {
    for (size_t I = 0; I != Names.size(); ++I) {
      NamedSum &To = sumOf(Names[I]);
      const bool IsFirst =
          std::find(Names.begin(), Names.begin() + I, Names[I]) == Names.begin() + I;
      for (ColumnId Column = 0; Column != Of.columns().size(); ++Column) {
        const uint64_t Value = Of.value(Row, Column, Side);
        const MeasureMerge Merge = Of.columns()[Column].Merge;
        if (I == 0)
          To.Self[Column] = merged(Merge, To.Self[Column], Value);
        if (IsFirst)
          To.Inclusive[Column] = merged(Merge, To.Inclusive[Column], Value);
      }
    }
  }

  std::vector<NamedSum> finish(ColumnId Sort) {
    std::sort(Sums.begin(), Sums.end(), [Sort](const NamedSum &A, const NamedSum &B) {
      if (A.Inclusive[Sort] != B.Inclusive[Sort])
        return A.Inclusive[Sort] > B.Inclusive[Sort];
      if (A.Self[Sort] != B.Self[Sort])
        return A.Self[Sort] > B.Self[Sort];
      return A.Name < B.Name;
    });
    return std::move(Sums);
  }

private:
  NamedSum &sumOf(std::string_view Name) {
    auto [At, IsNew] = Known.try_emplace(Name, Sums.size());
    if (IsNew)
      Sums.push_back({std::string(Name), std::vector<uint64_t>(Of.columns().size()),
                      std::vector<uint64_t>(Of.columns().size())});
    return Sums[At->second];
  }

  const Profile &Of;
  unsigned Side;
  std::unordered_map<std::string_view, size_t> Known; ///< names of the profile
  std::vector<NamedSum> Sums;
};

} // namespace

std::vector<NamedSum> allocsite::byFunction(const Profile &Of, unsigned Side, ColumnId Sort) {
  Summer Sums(Of, Side);
  std::vector<std::string_view> Names;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    Names.clear();
    for (ChainId Chain = Of.row(Row).Chain; Chain != NoChain; Chain = Of.link(Chain).Caller) {
      const std::string_view Name = Of.Names[Of.frame(Of.link(Chain).At).Function];
      // `…` is no function, and `-` only counts where it stands for the whole chain.
      if (Name != "…" && (Name != "-" || Names.empty()))
        Names.push_back(Name);
    }
    if (Names.empty())
      Names.push_back("-");
    Sums.add(Row, Names);
  }
  return Sums.finish(Sort);
}

bool allocsite::hasModules(const Profile &Of) {
  for (FrameId Id = 0; Id != Of.frameCount(); ++Id)
    if (Of.moduleOf(Of.frame(Id)) != NoName)
      return true;
  return false;
}

bool allocsite::hasThreads(const Profile &Of) {
  return std::any_of(Of.Runs.begin(), Of.Runs.end(),
                     [](const Run &Each) { return Each.HasThreads; });
}

std::vector<NamedSum> allocsite::byModule(const Profile &Of, unsigned Side, ColumnId Sort) {
  Summer Sums(Of, Side);
  std::vector<std::string_view> Names;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    Names.clear();
    for (ChainId Chain = Of.row(Row).Chain; Chain != NoChain; Chain = Of.link(Chain).Caller)
      if (const NameId Module = Of.moduleOf(Of.frame(Of.link(Chain).At));
          Module != NoName || Names.empty())
        Names.push_back(Of.Names[Module]);
    if (Names.empty())
      Names.push_back("-");
    Sums.add(Row, Names);
  }
  return Sums.finish(Sort);
}

std::vector<NamedSum> allocsite::byKey(const Profile &Of, unsigned Side, ColumnId Sort,
                                       NameId RowKey::*Part) {
  Summer Sums(Of, Side);
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    Sums.add(Row, {Of.Names[Of.row(Row).*Part]});
  return Sums.finish(Sort);
}

std::vector<NamedSum> allocsite::byFile(const Profile &Of, unsigned Side, ColumnId Sort) {
  Summer Sums(Of, Side);
  std::vector<std::string_view> Names;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const std::string_view First = fileOf(Of, Row);
    Names.assign(1, First.empty() ? "-" : First);
    for (ChainId Chain = Of.row(Row).Chain; Chain != NoChain; Chain = Of.link(Chain).Caller)
      if (const NameId File = Of.frame(Of.link(Chain).At).File; File != NoName)
        Names.push_back(Of.Names[File]);
    Sums.add(Row, Names);
  }
  return Sums.finish(Sort);
}
