//===- live_threads.cpp - Threads that allocate and free --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     live_threads THREADS BLOCKS
//
// BLOCKS of 16 to 1,039 bytes, shared out among the threads, each of which keeps 256 of its own
// and frees the oldest for a new one.
//
//===----------------------------------------------------------------------===//
#include <cstdlib>
#include <thread>
#include <vector>

[[gnu::noinline]] static void *make(unsigned &State) {
  State = State * 1664525 + 1013904223;
  return std::malloc(16 + (State >> 22));
}

static void run(unsigned Seed, unsigned long Blocks) {
  void *Kept[256] = {};
  unsigned State = Seed;
  for (unsigned long I = 0; I < Blocks; ++I) {
    std::free(Kept[I % 256]);
    Kept[I % 256] = make(State);
  }
  for (void *Each : Kept)
    std::free(Each);
}

int main(int Argc, char **Argv) {
  const unsigned Threads = Argc > 1 ? unsigned(std::atoi(Argv[1])) : 1;
  const unsigned long Blocks = Argc > 2 ? std::strtoul(Argv[2], nullptr, 10) : 1000;
  std::vector<std::thread> All;
  for (unsigned I = 0; I < Threads; ++I)
    All.emplace_back(run, I, Blocks / Threads);
  for (std::thread &Each : All)
    Each.join();
}
