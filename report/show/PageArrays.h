//===- PageArrays.h - Arrays of numbers, for the page -----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A page of two million rows must be a file that can be sent. Numbers are unsigned LEB128, and a
// coding makes neighbours small or equal, which is what gzip packs well:
//
//   plain   5 300 7            as they are
//   delta   5 +295 -293        from the number before; a sign is in the lowest bit (zigzag)
//   first   0 0 1 0            of things that are numbered in the order of their first use: 0 is
//                              the next one that is new, n the one with number n - 1
//   times   0 0 3              bytes that are size × calls, as nearly all are: what is beyond that,
//                              zigzag; in JSON ["values.1.0", n, "times", "values.0.0"]
//   units   2 4 15             a multiple of the row's size as 2 × the factor; others as 2 × the
//                              number + 1
//
// `times` and `units` refer to rows.size, which comes before.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_PAGEARRAYS_H
#define ALLOCSITE_REPORT_SHOW_PAGEARRAYS_H

#include <cstdint>
#include <string>
#include <vector>

namespace allocsite {

class PageArrays {
public:
  struct Entry {
    std::string Key;
    size_t Count;
    const char *Coding;
    std::string Factor; ///< of `times`: the key of the array that the sizes are multiplied by
  };

  /// \p NumberAt gives each of the \p Count numbers.
  template <typename Function> void plain(std::string Key, size_t Count, Function NumberAt) {
    All.push_back({std::move(Key), Count, "plain", ""});
    for (size_t I = 0; I != Count; ++I)
      put(NumberAt(I));
  }
  template <typename Function> void delta(std::string Key, size_t Count, Function NumberAt) {
    All.push_back({std::move(Key), Count, "delta", ""});
    uint64_t Before = 0;
    for (size_t I = 0; I != Count; ++I) {
      const uint64_t Now = NumberAt(I);
      put(zigzag(Now - Before));
      Before = Now;
    }
  }
  template <typename Function> void first(std::string Key, size_t Count, Function NumberAt) {
    All.push_back({std::move(Key), Count, "first", ""});
    uint64_t Next = 0;
    for (size_t I = 0; I != Count; ++I) {
      const uint64_t Number = NumberAt(I);
      put(Number == Next ? 0 : Number + 1);
      Next += Number == Next;
    }
  }
  template <typename Function, typename Sizes, typename Factors>
  void times(std::string Key, size_t Count, Function NumberAt, Sizes SizeAt,
             std::string Factor, Factors FactorAt) {
    All.push_back({std::move(Key), Count, "times", std::move(Factor)});
    for (size_t I = 0; I != Count; ++I)
      put(zigzag(NumberAt(I) - SizeAt(I) * FactorAt(I)));
  }
  template <typename Function, typename Sizes>
  void units(std::string Key, size_t Count, Function NumberAt, Sizes SizeAt) {
    All.push_back({std::move(Key), Count, "units", ""});
    for (size_t I = 0; I != Count; ++I) {
      const uint64_t Number = NumberAt(I), Size = SizeAt(I);
      put(Size && Number % Size == 0 ? Number / Size * 2 : Number * 2 + 1);
    }
  }

  const std::vector<Entry> &entries() const { return All; }
  const std::string &bytes() const { return Bytes; }

private:
  static uint64_t zigzag(uint64_t Change) {
    return Change << 1 ^ (int64_t(Change) < 0 ? UINT64_MAX : 0);
  }
  void put(uint64_t Number) {
    for (; Number >= 128; Number >>= 7)
      Bytes += char(Number | 128);
    Bytes += char(Number);
  }

  std::vector<Entry> All;
  std::string Bytes;
};

} // namespace allocsite

#endif
