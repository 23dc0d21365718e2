// Google Benchmark writes what each benchmark allocates, and with live=1 how the heap grew; no
// numbers where nothing counts, which is said.
//
// REQUIRES: test-frameworks
// RUN: %cxx -I%include -O1 -std=c++17 %s -lbenchmark -lpthread -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:verbosity=0 %t --benchmark_format=json > %t.json
// RUN: %FileCheck %s --input-file=%t.json
// RUN: %t --benchmark_format=json 2> %t.err | %FileCheck %s --check-prefix=OFF
// RUN: %FileCheck %s --check-prefix=SAID --input-file=%t.err
// RUN: env ALLOCSITE_EXPECT=require not %t --benchmark_format=json
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cxx -I%include -O1 -std=c++17 %s -lbenchmark -lpthread -o %t.live
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:output=%t.csv:verbosity=0 %t.live --benchmark_format=json > %t.json
// RUN: %FileCheck %s --input-file=%t.json --check-prefixes=CHECK,LIVE

// CHECK: "name": "threeBlocks"
// CHECK: "allocs_per_iter": 3.0
// CHECK: "total_allocated_bytes": {{[0-9]+}}000
// OFF: "name": "threeBlocks"
// OFF-NOT: allocs_per_iter
// SAID: allocsite: allocations of benchmarks are not known: compile with the pass
// LIVE: "net_heap_growth": 0
#include <benchmark/benchmark.h>
#include <allocsite/benchmark.h>
#include <cstdlib>

static void *volatile Sink;

static void threeBlocks(benchmark::State &State) {
  for (auto Each : State) {
    (void)Each;
    void *Blocks[3];
    for (void *&Block : Blocks)
      Sink = Block = std::malloc(1000);
    for (void *Block : Blocks)
      std::free(Block);
  }
}
BENCHMARK(threeBlocks);

int main(int Count, char **Arguments) {
  allocsite::MemoryManager Manager;
  Manager.registerIfCounting();
  benchmark::Initialize(&Count, Arguments);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::RegisterMemoryManager(nullptr);
}
