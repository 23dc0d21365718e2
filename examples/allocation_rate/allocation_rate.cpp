//===- allocation_rate.cpp - A profiler of your own, in twenty lines ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints how much the program allocates each second, while it runs:
//
//     clang++ -fplugin=AllocSite.so -fpass-plugin=AllocSite.so -pthread allocation_rate.cpp
//     ALLOCSITE=1 ./a.out
//     1000 ms: 812345 calls, 51990080 bytes
//     2000 ms: …
//
// main() takes the length of a "second" in milliseconds.
//
//===----------------------------------------------------------------------===//
#include <allocsite/control.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <thread>
#include <vector>

// The profiler.
struct Rate {
  std::atomic<unsigned long> Calls{0}, Bytes{0};
  std::atomic<bool> IsOver{false};
  std::thread Printer;

  static void count(void *Self, const allocsite_event *Event) {
    static_cast<Rate *>(Self)->Calls.fetch_add(1, std::memory_order_relaxed);
    static_cast<Rate *>(Self)->Bytes.fetch_add(Event->size, std::memory_order_relaxed);
  }

  explicit Rate(int Milliseconds) : Printer([this, Milliseconds] { print(Milliseconds); }) {
    allocsite_hooks Hooks = {};
    Hooks.on_alloc = count;
    if (allocsite_set_hooks(&Hooks, this) != 0)
      std::fprintf(stderr, "nothing is counted: compile with the pass and set ALLOCSITE=1\n");
  }
  ~Rate() {
    allocsite_set_hooks(nullptr, nullptr);
    IsOver = true;
    Printer.join();
  }

  void print(int Milliseconds) {
    for (int Now = Milliseconds;; Now += Milliseconds) {
      const bool IsLast = IsOver;
      std::printf("%d ms: %lu calls, %lu bytes\n", Now, Calls.exchange(0), Bytes.exchange(0));
      if (IsLast)
        return;
      std::this_thread::sleep_for(std::chrono::milliseconds(Milliseconds));
    }
  }
};

// The program.
int main(int Count, char **Arguments) {
  Rate Its(Count > 1 ? std::atoi(Arguments[1]) : 1000);
  std::list<std::vector<char>> Lines;
  for (int I = 0; I < 30000; ++I) {
    Lines.emplace_back(100);
    if (I % 1000 == 999)
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
  }
}
