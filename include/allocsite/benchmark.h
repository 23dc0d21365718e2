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
//     benchmark::RegisterMemoryManager(&Manager);
//     benchmark::Initialize(&argc, argv);
//     benchmark::RunSpecifiedBenchmarks();
//     benchmark::RegisterMemoryManager(nullptr);
//   }
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

namespace allocsite {

/// One benchmark at a time, as Google Benchmark calls it.
class MemoryManager : public benchmark::MemoryManager {
public:
  void Start() { allocsite_totals(nullptr, &Before); }

  // Both forms: the first was replaced by the second.
  void Stop(Result *To) { stop(*To); }
  void Stop(Result &To) { stop(To); }

private:
  struct allocsite_totals Before = {};

  void stop(Result &To) {
    struct allocsite_totals Now;
    if (allocsite_totals(nullptr, &Now) != 0)
      return;
    To.num_allocs = int64_t(Now.calls - Before.calls);
    To.total_allocated_bytes = int64_t(Now.bytes - Before.bytes);
    if (!Now.peak_bytes)
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
