//===- HeapSizes.cpp - Which sizes a program asks malloc for --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapSizes.h"

#include "view/NameFilter.h"
#include "view/View.h"

#include <algorithm>

using namespace allocsite;

bool allocsite::isHeapAllocator(std::string_view Name) {
  static constexpr std::string_view Names[] = {
      "malloc",   "calloc",   "realloc",        "reallocarray", "aligned_alloc",
      "memalign", "valloc",   "posix_memalign", "pvalloc",      "strdup",
      "strndup",  "asprintf", "vasprintf",      "operator new", "operator new[]"};
  return std::find(std::begin(Names), std::end(Names), Name) != std::end(Names);
}

static void add(SizeUse &To, const SizeUse &More, bool IsOtherRun) {
  To.Calls = saturatingAdd(To.Calls, More.Calls);
  To.Bytes = saturatingAdd(To.Bytes, More.Bytes);
  To.PeakCount = IsOtherRun ? std::max(To.PeakCount, More.PeakCount)
                            : saturatingAdd(To.PeakCount, More.PeakCount);
}

void HeapSizes::merge(const HeapSizes &Other) {
  HasPeak = Other.HasPeak && (HasPeak || !Profiles);
  Profiles += Other.Profiles;
  for (const auto &[Size, Use] : Other.Sizes)
    add(Sizes[Size], Use, true);
}

Expected<HeapSizes> allocsite::heapSizesOf(Profile &Of,
                                           const std::vector<std::string> &Allocators) {
  HeapSizes Result;
  Result.Profiles = 1;
  NameFilter Wanted(Of.Names, Allocators, false);
  Of.rewriteRows([&](RowId Row) {
    const NameId Allocator = Of.row(Row).Allocator;
    const bool Is =
        Wanted.isEmpty() ? isHeapAllocator(Of.Names[Allocator]) : Wanted.matches(Allocator);
    return Is ? std::optional<RowKey>(Of.row(Row)) : std::nullopt;
  });
  // Then drop rows below others: malloc below an operator new of the program.
  if (auto Left = leaveShownRows(Of, {}); !Left)
    return Left.error();
  auto Calls = columnNamed(Of, Measure::Calls), Bytes = columnNamed(Of, Measure::Bytes);
  if (!Calls || !Bytes)
    return Calls ? Bytes.error() : Calls.error();
  const auto Peak = Of.column(Measure::PeakBytes);
  Result.HasPeak = Peak && Of.quantity(*Peak, 0).Is != Known::Nothing;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    SizeUse Use{Of.value(Row, *Calls, 0), Of.value(Row, *Bytes, 0), 0};
    const uint64_t Size = Of.row(Row).size();
    if (Peak && Size)
      Use.PeakCount = Of.value(Row, *Peak, 0) / Size;
    add(Result.Sizes[Size], Use, false);
  }
  return Result;
}

uint64_t allocsite::sizeClass(uint64_t Size) {
  uint64_t Class = 1;
  while (Class < Size && Class < uint64_t(1) << 62)
    Class *= 2;
  return Class;
}

std::map<uint64_t, SizeUse> allocsite::sizeClassesOf(const HeapSizes &Of) {
  std::map<uint64_t, SizeUse> Classes;
  for (const auto &[Size, Use] : Of.Sizes)
    add(Classes[sizeClass(Size)], Use, false);
  return Classes;
}
