//===- fuzz_truth.h - The profile a program expects of itself ---*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stack of the calls under way. One rule is the profiler's: a call of a
// function to itself, from the place that is already the newest on the stack,
// stays off it, so that chains of deep recursion keep their outer callers.
// The last column, the whole chain, is for builds whose tail calls lose frames.
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

struct Call {
  unsigned Id;
  const char *Caller;
};

inline thread_local std::vector<Call> Stack;
inline thread_local const Place *InLibrary = nullptr;

class Frame {
public:
  Frame(unsigned Id, const char *Caller, bool Self)
      : Pushed(!Self || Stack.empty() || Stack.back().Id != Id) {
    const Place *Outer = InLibrary;
    InLibrary = nullptr;
    if (Pushed)
      Stack.push_back({Id, Caller});
    InLibrary = Outer;
  }
  ~Frame() {
    if (Pushed)
      Stack.pop_back();
  }

private:
  bool Pushed;
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

/// All callers, outwards: `f3|f2|main`.
inline std::string wholeChain(const char *Function) {
  std::string Chain = Function;
  for (size_t I = Stack.size(); I-- > 0;)
    Chain += std::string("|") + Stack[I].Caller;
  return Chain;
}

using Row = std::tuple<std::array<std::string, 4>, size_t, std::string,
                       std::string, int, int, std::string>;
inline std::map<Row, unsigned> Rows;

inline void count(const char *Allocator, Place P, size_t Size) {
  const Place *Outer = InLibrary;
  InLibrary = nullptr;
  std::array<std::string, 4> Chain{P.Function, "-", "-", "-"};
  for (size_t I = 1; I < Chain.size() && I <= Stack.size(); ++I)
    Chain[I] = Stack[Stack.size() - I].Caller;
  const char *Slash = std::strrchr(P.File, '/');
  ++Rows[{Chain, Size, Allocator, Slash ? Slash + 1 : P.File, P.Line, P.Ordinal,
          wholeChain(P.Function)}];
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
