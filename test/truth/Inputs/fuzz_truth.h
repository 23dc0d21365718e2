//===- fuzz_truth.h - The profile a program expects of itself ---*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stack of the calls under way. One rule is the profiler's: a function that
// calls itself is one frame, so that chains of deep recursion keep their outer
// callers. The last column, the whole chain, is for builds whose tail calls lose frames.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_TEST_FUZZ_TRUTH_H
#define ALLOCSITE_TEST_FUZZ_TRUTH_H

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace truth {

struct Place {
  const char *Function;
  const char *File;
  int Line;
  int Ordinal;
};

inline thread_local std::vector<const char *> Stack; // of callers
inline thread_local const Place *InLibrary = nullptr;

class Frame {
public:
  explicit Frame(const char *Caller) {
    const Place *Outer = InLibrary;
    InLibrary = nullptr;
    Stack.push_back(Caller);
    InLibrary = Outer;
  }
  ~Frame() { Stack.pop_back(); }
};

/// The place lives as long as the temporary that this is.
class Library {
public:
  explicit Library(Place P) : Here(P), Outer(InLibrary) { InLibrary = &Here; }
  ~Library() { InLibrary = Outer; }

private:
  Place Here;
  const Place *Outer;
};

/// The function and all its callers, outwards: f3, f2, main.
inline std::vector<std::string> wholeChain(const char *Function) {
  std::vector<std::string> Chain{Function};
  for (size_t I = Stack.size(); I-- > 0;)
    if (Chain.back() != Stack[I])
      Chain.push_back(Stack[I]);
  return Chain;
}

using Row = std::tuple<std::array<std::string, 4>, size_t, std::string,
                       std::string, int, int, std::string>;
inline std::map<Row, unsigned> Rows;

inline void count(const char *Allocator, Place P, size_t Size) {
  const Place *Outer = InLibrary;
  InLibrary = nullptr;
  const std::vector<std::string> Whole = wholeChain(P.Function);
  std::array<std::string, 4> Chain{"-", "-", "-", "-"};
  for (size_t I = 0; I < Chain.size() && I < Whole.size(); ++I)
    Chain[I] = Whole[I];
  std::string Joined = Whole[0];
  for (size_t I = 1; I < Whole.size(); ++I)
    Joined += "|" + Whole[I];
  const char *Slash = std::strrchr(P.File, '/');
  ++Rows[{Chain, Size, Allocator, Slash ? Slash + 1 : P.File, P.Line, P.Ordinal,
          Joined}];
  InLibrary = Outer;
}

/// Writes the rows to the file named in the environment. The site is
/// `file:line#ordinal`: which half applies depends on the build.
inline void finish() {
  std::FILE *Out = std::fopen(std::getenv("TRUTH_CSV"), "w");
  std::fprintf(Out, "pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes,"
                    "allocator,type,site,chain\n");
  for (const auto &[Row, Count] : Rows) {
    const auto &[Chain, Size, Allocator, File, Line, Ordinal, Whole] = Row;
    for (const std::string &Name : Chain)
      std::fprintf(Out, "\"%s\",", Name.c_str());
    std::fprintf(Out, "%zu,%u,%zu,\"%s\",-,\"%s:%d#%d\",\"%s\"\n", Size, Count,
                 Size * Count, Allocator.c_str(), File.c_str(), Line, Ordinal,
                 Whole.c_str());
  }
  std::fclose(Out);
}

} // namespace truth

#endif
