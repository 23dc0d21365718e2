// Hooks are told of each allocation that is counted, of all threads and of those alone that come
// later; with live=1 of the address, of frees and resets. What a hook allocates is counted and
// not told, and no hook is called inside another. They may do what a program may.
//
// RUN: %cxx -I%include -O1 -g -pthread %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t 2>/dev/null | %FileCheck %s --check-prefix=TOLD
// RUN: %rows --cols "bytes allocated,call count" %t.csv | %FileCheck %s
// RUN: %t | %FileCheck %s --check-prefix=ABSENT
// RUN: %clangxx -I%include -O1 -pthread %s -o %t.plain && %t.plain | %FileCheck %s --check-prefix=ABSENT
//
// TOLD: set: 0
// TOLD: one thread: 1000 calls of 24 bytes, 1 of 25 at hooks.cpp:{{[0-9]+}}:{{[0-9]+}} of malloc
// TOLD: failed: 1
// TOLD: several threads: 80000
// TOLD: signal: 1
// TOLD: stopped: 0
// TOLD: a child: 1
// TOLD: marks: loaded (reset)
// TOLD: gone: 0
// What was counted since the reset; calls of hooks as well.
// CHECK: {{^}}99|1
// CHECK: {{^}}77|1
// ABSENT: set: -1
#include <allocsite/allocsite.h>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

static void *volatile Sink;
static std::atomic<long> Of24, Of25, All, Failed, Misaligned, Inner;
static thread_local int Depth;
static char Site[256], Allocator[64];
static std::string *Marks;

static void onAlloc(void *User, const allocsite_event *Event) {
  // What the program's own code may rely on.
  alignas(16) volatile char Aligned[16] = {};
  if (reinterpret_cast<uintptr_t>(&Aligned) % 16)
    ++Misaligned;
  Inner += Depth++ != 0 || User != nullptr;
  ++All;
  Of24 += Event->size == 24;
  Of25 += Event->size == 25;
  Failed += Event->failed;
  if (Event->size == 25) {
    Sink = malloc(77);
    allocsite_names Names;
    allocsite_describe(Event->site, Event->context, &Names);
    strcpy(Site, strrchr(Names.site, '/') ? strrchr(Names.site, '/') + 1 : Names.site);
    strcpy(Allocator, Names.allocator);
  }
  --Depth;
}
static void onMark(void *, const char *Name) { *Marks += std::string(" ") + Name; }
static void handle(int) { Sink = malloc(61); }

int main() {
  std::string Named;
  Marks = &Named;
  allocsite_hooks Hooks = {};
  Hooks.on_alloc = onAlloc;
  Hooks.on_mark = onMark;
  printf("set: %d\n", allocsite_set_hooks(&Hooks, nullptr));
  for (int I = 0; I < 1000; ++I)
    Sink = malloc(24);
  Sink = malloc(25);
  printf("one thread: %ld calls of 24 bytes, %ld of 25 at %s of %s\n", Of24.load(), Of25.load(),
         Site, Allocator);
  Sink = malloc(size_t(1) << 62);
  printf("failed: %ld\n", Failed.load());
  std::vector<std::thread> Threads;
  std::atomic<int> Ready{0};
  allocsite_set_hooks(nullptr, nullptr);
  // Of threads that count by themselves when hooks come.
  for (int I = 0; I < 8; ++I)
    Threads.emplace_back([&] {
      Sink = malloc(24);
      ++Ready;
      while (Ready < 9)
        std::this_thread::yield();
      for (int J = 0; J < 10000; ++J)
        Sink = malloc(24);
    });
  while (Ready < 8)
    std::this_thread::yield();
  Of24 = 0;
  allocsite_set_hooks(&Hooks, nullptr);
  ++Ready;
  for (std::thread &Each : Threads)
    Each.join();
  printf("several threads: %ld\n", Of24.load());
  signal(SIGUSR1, handle);
  All = 0;
  raise(SIGUSR1);
  printf("signal: %ld\n", All.load());
  allocsite_stop();
  All = 0;
  Sink = malloc(1);
  printf("stopped: %ld\n", All.load());
  allocsite_start();
  fflush(stdout);
  if (fork() == 0) {
    All = 0;
    Sink = malloc(2);
    printf("a child: %ld\n", All.load());
    fflush(stdout);
    _exit(0);
  }
  int Status;
  wait(&Status);
  allocsite_mark("loaded");
  allocsite_reset();
  Sink = malloc(25);
  printf("marks:%s\n", Named.c_str());
  allocsite_set_hooks(nullptr, nullptr);
  All = 0;
  Sink = malloc(99);
  printf("gone: %ld\n", All.load());
  return Misaligned || Inner;
}
