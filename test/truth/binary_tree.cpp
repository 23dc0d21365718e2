//===- binary_tree.cpp - Little but recursion and allocation --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     binary_tree [DEPTH [ROUNDS]]
//
// A full tree of 2^DEPTH - 1 nodes on an arena: each call allocates one node, so
// what a profiler adds to calls and allocations shows at its worst.
//
//===----------------------------------------------------------------------===//
// RUN: %cxx -O2 %s -o %t && %profile %t 16 3
// RUN: %rows --where allocator=ObStack::alloc --sum "call count" %t.csv | %FileCheck %s
//
// 3 * (2^16 - 1)
// CHECK: {{^}}196605{{$}}

#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

class ObStack {
public:
  explicit ObStack(size_t Size)
      : Begin(static_cast<char *>(std::malloc(Size))), Cursor(Begin),
        End(Begin + Size) {}
  ~ObStack() { std::free(Begin); }

  void *alloc(size_t Size) {
    if (Size > size_t(End - Cursor))
      exhausted();
    void *Result = Cursor;
    Cursor += Size;
    return Result;
  }
  void reset() { Cursor = Begin; }

private:
  [[noreturn]] static void exhausted() { std::abort(); }

  char *Begin, *Cursor, *End;
};

struct Node {
  Node *Left, *Right;
};

static Node *build(ObStack &Arena, unsigned Depth) {
  if (Depth == 0)
    return nullptr;
  Node *N = static_cast<Node *>(Arena.alloc(sizeof(Node)));
  N->Left = build(Arena, Depth - 1);
  N->Right = build(Arena, Depth - 1);
  return N;
}

static uint64_t count(const Node *N) {
  return N ? 1 + count(N->Left) + count(N->Right) : 0;
}

int main(int Argc, char **Argv) {
  unsigned Depth = Argc > 1 ? unsigned(std::atoi(Argv[1])) : 20;
  unsigned Rounds = Argc > 2 ? unsigned(std::atoi(Argv[2])) : 1;
  ObStack Arena((size_t(1) << Depth) * sizeof(Node));
  uint64_t Nodes = 0;
  for (unsigned I = 0; I < Rounds; ++I) {
    Nodes += count(build(Arena, Depth));
    Arena.reset();
  }
  std::printf("%" PRIu64 " nodes\n", Nodes);
}
