// allocsite_describe() in many threads at once gives each of them the names, and a race
// detector, which sees neither our lock nor what is behind it, has nothing to say.
//
// RUN: %cxx -I%include -std=c++17 -O1 %s -pthread -o %t && %profile %t | %FileCheck %s
// RUN: %cxx -I%include -std=c++17 -O1 -fsanitize=thread %s -pthread -o %t && %profile %t 2> %t.err | %FileCheck %s
// RUN: not grep 'data race' %t.err
//
// REQUIRES: sanitizers
// CHECK: 800 of 800
#include <allocsite/allocsite.h>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

ALLOCSITE_ALLOC(size=0) ALLOCSITE_AWARE(take_at) void *take(size_t);
static char Bytes[8];
static std::atomic<int> Known;

extern "C" void *take_at(size_t, allocsite_site Site, allocsite_context Context) {
  allocsite_names Names;
  if (allocsite_describe(Site, Context, &Names) &&
      std::strcmp(Names.functions[0], "work()") == 0 &&
      std::strcmp(Names.allocator, "take") == 0)
    ++Known;
  return Bytes;
}
static void work() {
  for (int I = 0; I < 200; ++I)
    take(3);
}
int main() {
  std::vector<std::thread> Threads;
  for (int I = 0; I < 4; ++I)
    Threads.emplace_back(work);
  for (std::thread &Each : Threads)
    Each.join();
  std::printf("%d of 800\n", Known.load());
}
