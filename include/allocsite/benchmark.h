//===- benchmark.h - Allocations for Google Benchmark -----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #include <benchmark/benchmark.h>
//   #include "allocsite/benchmark.h"
//   int main(int argc, char **argv) {
//     allocsite::MemoryManager Manager;
//     Manager.registerIfCounting();
//     benchmark::Initialize(&argc, argv);
//     benchmark::RunSpecifiedBenchmarks();
//     benchmark::RegisterMemoryManager(nullptr);
//   }
//
// Where nothing counts (no pass, SKIP_HEAP_PROFILE is not set, counting is stopped) the manager
// is not registered: the JSON has no numbers of allocations, and a line on standard error says
// why. With ALLOCSITE_EXPECT=require in the environment that ends the program with 1. Registered
// by hand, it says the same and reports the largest number there is, as Google Benchmark would
// write 0 for what is not known.
//
// Google Benchmark then runs each benchmark once more between Start and Stop, and writes
// `allocs_per_iter`, `total_allocated_bytes` and the like to its JSON
// (--benchmark_format=json). Allocations are those of the whole process, counted to the unit.
// The heap's growth needs ALLOCSITE_OPTIONS=live=1. `max_bytes_used` is known where the
// benchmark raises the peak of the process, which its other runs may have done before, or
// where the heap has grown; else it is 0. Nothing of its own is counted: it takes no memory.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_BENCHMARK_H
#define ALLOCSITE_BENCHMARK_H

#include "allocsite/control.h"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace allocsite {

/// One benchmark at a time, as Google Benchmark calls it.
class MemoryManager : public benchmark::MemoryManager {
public:
  void registerIfCounting() {
    if (isCounting())
      benchmark::RegisterMemoryManager(this);
  }

  void Start() {
    isCounting();
    allocsite_totals(nullptr, &Before);
  }

  // Both forms: the first was replaced by the second.
  void Stop(Result *To) { stop(*To); }
  void Stop(Result &To) { stop(To); }

private:
  struct allocsite_totals Before = {};
  bool HasSaid = false;

  bool isCounting() {
    const bool Is = allocsite_is_on();
    if (!Is && !HasSaid) {
      std::fprintf(stderr, "allocsite: allocations of benchmarks are not known: compile with "
                           "the pass, set ALLOCSITE=1, and do not stop counting\n");
      const char *Wanted = std::getenv("ALLOCSITE_EXPECT");
      if (Wanted && std::strcmp(Wanted, "require") == 0)
        std::exit(1);
    }
    HasSaid |= !Is;
    return Is;
  }

  void stop(Result &To) {
    struct allocsite_totals Now;
    if (!isCounting() || allocsite_totals(nullptr, &Now) != 0) {
      To.num_allocs = To.max_bytes_used = INT64_MAX;
      return;
    }
    To.num_allocs = int64_t(Now.calls - Before.calls);
    To.total_allocated_bytes = int64_t(Now.bytes - Before.bytes);
    if (allocsite_follows() <= 0)
      return;
    To.net_heap_growth = int64_t(Now.live_bytes) - int64_t(Before.live_bytes);
    // A maximum of earlier times says nothing of this one, but that it is none more.
    if (Now.peak_bytes > Before.peak_bytes)
      To.max_bytes_used = int64_t(Now.peak_bytes - Before.live_bytes);
    else if (Now.live_bytes > Before.live_bytes)
      To.max_bytes_used = To.net_heap_growth;
  }
};

} // namespace allocsite

#endif
