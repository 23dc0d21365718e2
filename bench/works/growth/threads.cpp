//===- threads.cpp - Threads that allocate, each from its own arena -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     threads THREADS OBJECTS
//
// Prints the nanoseconds from when all threads began until the last was done. None
// ends before all are done.
//
//===----------------------------------------------------------------------===//
#include "../arena/ObStack.h"

#include <barrier>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

struct Object {
  Object *Before;
  uint64_t Spare[3];
};

[[gnu::noinline]] static Object *allocateSmall(ObStack &Arena, Object *Last) {
  Object *New = static_cast<Object *>(Arena.alloc(sizeof(Object)));
  New->Before = Last;
  return New;
}

[[gnu::noinline]] static Object *allocateLarge(ObStack &Arena, Object *Last) {
  Object *New = static_cast<Object *>(Arena.alloc(2 * sizeof(Object)));
  New->Before = Last;
  return New;
}

int main(int Argc, char **Argv) {
  unsigned Threads = Argc > 1 ? unsigned(std::atoi(Argv[1])) : 1;
  uint64_t Objects = Argc > 2 ? std::strtoull(Argv[2], nullptr, 10) : 1;
  std::barrier Begin(Threads + 1), End(Threads + 1);
  std::vector<std::thread> All;
  for (unsigned T = 0; T < Threads; ++T)
    All.emplace_back([&] {
      ObStack Arena(size_t(64) << 10);
      Object *Last = nullptr;
      Begin.arrive_and_wait();
      for (uint64_t I = 0; I < Objects; I += 2) {
        Last = allocateSmall(Arena, Last);
        Last = allocateLarge(Arena, Last);
      }
      End.arrive_and_wait();
    });
  Begin.arrive_and_wait();
  auto From = std::chrono::steady_clock::now();
  End.arrive_and_wait();
  auto To = std::chrono::steady_clock::now();
  for (std::thread &T : All)
    T.join();
  std::printf("%lld ns\n", (long long)std::chrono::nanoseconds(To - From).count());
}
