//===- Annotation.cpp - What each line of a source allocates --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Annotation.h"

#include "view/Sites.h"

#include <algorithm>
#include <tuple>

using namespace allocsite;

std::map<std::string, AnnotatedFile> allocsite::annotationsOf(const Profile &Of,
                                                              unsigned Side) {
  std::map<std::string, AnnotatedFile> Files;
  const size_t Columns = Of.columns().size();
  const Sites All(Of);
  std::vector<std::vector<uint64_t>> Sums;
  for (ColumnId I = 0; I != Columns; ++I)
    Sums.push_back(All.sums(I, Side));
  for (uint32_t Site = 0; Site != All.size(); ++Site) {
    const SiteKey &Key = All[Site];
    const SitePlace Place = placeOf(Of.Names[Key.Site]);
    if (Place.File.empty() || !Place.Line)
      continue;
    AnnotatedFile &File = Files[std::string(Place.File)];
    AnnotatedCall Call{Place.Column, Key.Allocator, Key.Type, Key.Function, {}};
    File.Values.resize(Columns);
    for (ColumnId I = 0; I != Columns; ++I) {
      Call.Values.push_back(Sums[I][Site]);
      File.Values[I] = merged(Of.columns()[I].Merge, File.Values[I], Sums[I][Site]);
    }
    File.Lines[Place.Line].Calls.push_back(std::move(Call));
  }
  for (auto &[Name, File] : Files)
    for (auto &[Number, Line] : File.Lines)
      std::sort(Line.Calls.begin(), Line.Calls.end(),
                [&](const AnnotatedCall &A, const AnnotatedCall &B) {
                  auto order = [&](const AnnotatedCall &Call) {
                    return std::tuple(Call.Column, Of.Names[Call.Allocator],
                                      Of.Names[Call.Type], Of.Names[Call.Function]);
                  };
                  return order(A) < order(B);
                });
  return Files;
}
