//===- tree.cpp - Little but recursion and allocation ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     tree DEPTH ROUNDS
//
// A full tree of 2^DEPTH - 1 nodes on an arena, made and counted ROUNDS times: each
// call allocates one node.
//
//===----------------------------------------------------------------------===//
#include "ObStack.h"

#include <cinttypes>
#include <cstdint>
#include <cstdio>

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
  unsigned Depth = Argc > 1 ? unsigned(std::atoi(Argv[1])) : 1;
  unsigned Rounds = Argc > 2 ? unsigned(std::atoi(Argv[2])) : 1;
  ObStack Arena((size_t(1) << Depth) * sizeof(Node));
  uint64_t Nodes = 0;
  for (unsigned I = 0; I < Rounds; ++I) {
    Nodes += count(build(Arena, Depth));
    Arena.reset();
  }
  std::printf("%" PRIu64 " nodes\n", Nodes);
}
