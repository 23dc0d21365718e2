//===- llvm_bump.cpp - LLVM's arena, and a map that lives on it -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A word count: StringMap allocates an entry for each new word, occurrences are
// allocated one by one, and lines in one piece. BumpPtrAllocator keeps the sum
// of the bytes asked for; each call is counted here, beside it, from what the
// program knows: StringMap allocates exactly when it grows by an entry. Prints
// `N calls, M bytes` on stderr.
//
//===----------------------------------------------------------------------===//
// REQUIRES: valgrind
//
// The headers are those of the compiler's own LLVM; callgrind names their functions, so they
// are frames here too.
// RUN: %clangxx -std=c++17 -O0 -gdwarf-4 -isystem `llvm-config --includedir` %s \
// RUN:   -o %t.plain `llvm-config --ldflags --libs --link-shared`
// RUN: valgrind -q --tool=callgrind --separate-callers=16 --separate-recs=1 \
// RUN:   --demangle=no --callgrind-out-file=%t.callgrind %t.plain
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:frames=std %cxx -std=c++17 -O2 \
// RUN:   -isystem `llvm-config --includedir` %s \
// RUN:   -o %t `llvm-config --ldflags --libs --link-shared`
// RUN: %profile %t 2> %t.stats
// RUN: %python %S/truth.py %t.csv %t.callgrind \
// RUN:   --allocator llvm::BumpPtrAllocatorImpl::Allocate --wrapper \
// RUN:   llvm::AllocatorBase::Allocate llvm::StringMapEntry::Create \
// RUN:   llvm::StringMapEntry::create llvm::StringMapEntryBase::allocateWithKey \
// RUN:   llvm::StringMap::insert llvm::StringMap::try_emplace
// RUN: %python %S/totals.py %t.csv %t.stats \
// RUN:   --allocator llvm::BumpPtrAllocatorImpl::Allocate

#include <llvm/ADT/StringMap.h>
#include <llvm/Support/Allocator.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <string>

namespace {
struct Occurrence {
  uint64_t Line;
  Occurrence *Next;
};

using WordMap = llvm::StringMap<Occurrence *, llvm::BumpPtrAllocator &>;

class WordCount {
public:
  void addLine(llvm::StringRef Line);
  uint64_t occurrences() const;
  uint64_t calls() const { return Calls + Words.size(); }
  uint64_t bytes() const { return Arena.getBytesAllocated(); }
  uint64_t memory() const { return Arena.getTotalMemory(); }

private:
  void addWord(llvm::StringRef Word);

  llvm::BumpPtrAllocator Arena;
  WordMap Words{Arena};
  uint64_t Lines = 0;
  uint64_t Calls = 0; ///< all but the entries of Words
};
} // namespace

void WordCount::addWord(llvm::StringRef Word) {
  Occurrence *&First = Words[Word];
  ++Calls;
  void *Place = Arena.Allocate(sizeof(Occurrence), alignof(Occurrence));
  First = new (Place) Occurrence{Lines, First};
}

void WordCount::addLine(llvm::StringRef Line) {
  ++Lines;
  ++Calls;
  char *Copy = static_cast<char *>(Arena.Allocate(Line.size(), llvm::Align(1)));
  std::memcpy(Copy, Line.data(), Line.size());
  llvm::StringRef Rest(Copy, Line.size());
  while (!Rest.empty()) {
    auto [Word, Tail] = Rest.split(' ');
    addWord(Word);
    Rest = Tail;
  }
}

uint64_t WordCount::occurrences() const {
  uint64_t Sum = 0;
  for (const auto &Entry : Words)
    for (const Occurrence *O = Entry.second; O; O = O->Next)
      ++Sum;
  return Sum;
}

/// A line of up to 12 words; low numbers come back often, high ones seldom.
static std::string makeLine(uint32_t &State) {
  std::string Line;
  for (unsigned I = 0, N = 1 + (State >> 16) % 12; I < N; ++I) {
    State = State * 1664525 + 1013904223;
    uint32_t Word = (State >> 8) % (1u << (1 + (State >> 24) % 14));
    Line += (I ? " word" : "word") + std::to_string(Word);
  }
  return Line;
}

int main() {
  WordCount Count;
  uint32_t State = 1;
  for (unsigned I = 0; I < 20000; ++I)
    Count.addLine(makeLine(State));
  std::printf("%" PRIu64 " occurrences\n", Count.occurrences());
  std::fprintf(stderr, "%" PRIu64 " calls, %" PRIu64 " bytes\n", Count.calls(),
               Count.bytes());
  // Slabs hold all of it and more: a check on the first number.
  return Count.memory() >= Count.bytes() ? 0 : 1;
}
