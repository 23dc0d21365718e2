//===- rapidjson_parse.cpp - A JSON document in RapidJSON's pool ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     rapidjson_parse FILE
//
// Parses FILE into a DOM and then adds to it, so that Malloc and Realloc of
// rapidjson::MemoryPoolAllocator are both called.
//
// The pool has no count of its calls, and its Size() is rounded. Compiled with
// -DTRUTH (and without the pass) the document gets a pool of another class that
// counts what is asked of it, and prints `N calls, M bytes` on stderr.
//
// RapidJSON 1.1 has a body that no clang from 19 on accepts, in a function that
// nothing calls: -fdelayed-template-parsing passes over it.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rapidjson, valgrind
//
// RUN: %python %S/make_json.py 1000000 > %t.json
// RUN: %clangxx -std=c++17 -fdelayed-template-parsing -O0 -gdwarf-4 %s -o %t.plain
// RUN: valgrind -q --tool=callgrind --separate-callers=16 --separate-recs=1 \
// RUN:   --demangle=no --callgrind-out-file=%t.callgrind %t.plain %t.json
// RUN: %clangxx -std=c++17 -fdelayed-template-parsing -DTRUTH %s -o %t.truth
// RUN: %t.truth %t.json 2> %t.stats
//
// callgrind names the functions of the library's headers, so they are frames here too.
// The parser hands over from one function to the next in tail calls, whose
// frames are kept on demand only.
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:frames=std:tail-frames=keep \
// RUN:   %cxx -std=c++17 -fdelayed-template-parsing -O2 %s -o %t.keep
// RUN: %profile %t.keep %t.json
// RUN: %python %S/truth.py %t.csv %t.callgrind --allocator \
// RUN:   rapidjson::MemoryPoolAllocator::Malloc rapidjson::MemoryPoolAllocator::Realloc
// RUN: %python %S/totals.py %t.csv %t.stats --allocator \
// RUN:   rapidjson::MemoryPoolAllocator::Malloc rapidjson::MemoryPoolAllocator::Realloc
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:frames=std \
// RUN:   %cxx -std=c++17 -fdelayed-template-parsing -O0 %s -o %t.O0
// RUN: %profile %t.O0 %t.json
// RUN: %python %S/truth.py %t.csv %t.callgrind --allocator \
// RUN:   rapidjson::MemoryPoolAllocator::Malloc rapidjson::MemoryPoolAllocator::Realloc
//
// Twenty times as much, for the totals alone:
// RUN: %python %S/make_json.py 20000000 > %t.json
// RUN: %t.truth %t.json 2> %t.stats
// RUN: %cxx -std=c++17 -fdelayed-template-parsing -O2 %s -o %t.O2
// RUN: %profile %t.O2 %t.json
// RUN: %python %S/totals.py %t.csv %t.stats --allocator \
// RUN:   rapidjson::MemoryPoolAllocator::Malloc rapidjson::MemoryPoolAllocator::Realloc

#include <rapidjson/document.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#ifdef TRUTH
static uint64_t Calls, Bytes;

struct Pool : rapidjson::MemoryPoolAllocator<> {
  void *Malloc(size_t Size) {
    ++Calls;
    Bytes += Size;
    return rapidjson::MemoryPoolAllocator<>::Malloc(Size);
  }
  void *Realloc(void *Old, size_t OldSize, size_t Size) {
    ++Calls;
    Bytes += Size;
    return rapidjson::MemoryPoolAllocator<>::Realloc(Old, OldSize, Size);
  }
};
#else
using Pool = rapidjson::MemoryPoolAllocator<>;
#endif

using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, Pool>;
using Value = Document::ValueType;

/// A flat list of all titles, grown one by one.
static void collectTitles(Value &Titles, const Value &Records, Pool &P) {
  for (const Value &Record : Records.GetArray())
    Titles.PushBack(Value(Record["title"], P).Move(), P);
}

static void addSummary(Document &Doc) {
  Pool &P = Doc.GetAllocator();
  Value Titles(rapidjson::kArrayType);
  collectTitles(Titles, Doc, P);
  Value Summary(rapidjson::kObjectType);
  Summary.AddMember("count", Titles.Size(), P);
  Summary.AddMember("titles", Titles, P);
  Doc.PushBack(Summary, P);
}

static uint64_t countValues(const Value &V) {
  uint64_t Sum = 1;
  if (V.IsArray())
    for (const Value &Element : V.GetArray())
      Sum += countValues(Element);
  if (V.IsObject())
    for (const auto &Member : V.GetObject())
      Sum += countValues(Member.value);
  return Sum;
}

int main(int Argc, char **Argv) {
  if (Argc != 2)
    return 2;
  std::ifstream In(Argv[1]);
  std::string Text{std::istreambuf_iterator<char>(In), {}};

  Document Doc;
  Doc.Parse(Text.data(), Text.size());
  if (Doc.HasParseError()) {
    std::fprintf(stderr, "rapidjson_parse: error: not JSON at %zu\n",
                 Doc.GetErrorOffset());
    return 1;
  }
  addSummary(Doc);
  std::printf("%" PRIu64 " values\n", countValues(Doc));
#ifdef TRUTH
  std::fprintf(stderr, "%" PRIu64 " calls, %" PRIu64 " bytes\n", Calls, Bytes);
#endif
}
