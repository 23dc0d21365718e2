// Thousands of threads that live for a few allocations, joined and detached, of the C
// library and of C++, that return, exit, throw away their stack or are cancelled: each
// allocation counts, those of their destructors and clean-ups as well.
//
// RUN: %cxx -O0 -pthread %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// RUN: %cxx -O2 -pthread %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
//
// TRUTH: {{^}}1000 joined, 1000 detached, 250 of C++, 150 left, 100 cancelled{{$}}
// CHECK:      {{^}}leaf|joined|-|-|60|1000{{$}}
// CHECK-NEXT: {{^}}leaf|detached|-|-|50|1000{{$}}
// CHECK-NEXT: {{^}}leaf|PerThread::~PerThread|-|-|40|250{{$}}
// CHECK-NEXT: {{^}}leaf|ofCxx|-|-|30|250{{$}}
// CHECK-NEXT: {{^}}main|-|-|-|{{[0-9]+}}|250{{$}}
// CHECK-NEXT: {{^}}leaf|leaves|-|-|35|150{{$}}
// CHECK-NEXT: {{^}}leaf|Guard::~Guard|leaves|-|25|150{{$}}
// CHECK-NEXT: {{^}}leaf|waits|-|-|36|100{{$}}
// CHECK-NEXT: {{^}}leaf|Guard::~Guard|waits|-|25|100{{$}}
// CHECK-NOT:  {{.}}
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <semaphore.h>
#include <thread>
#include <unistd.h>

static thread_local void *volatile Sink;
static std::atomic<int> Joined, Detached, OfCxx, Left, Cancelled;

__attribute__((noinline)) void leaf(int Size) {
  Sink = std::malloc(Size);
  std::free(Sink);
}

struct Guard {
  std::atomic<int> &Count;
  __attribute__((noinline)) ~Guard() {
    leaf(25);
    ++Count;
  }
};

void *joined(void *) {
  leaf(60);
  ++Joined;
  return nullptr;
}
void *detached(void *) {
  leaf(50);
  ++Detached;
  return nullptr;
}
void *leaves(void *) {
  Guard G{Left};
  leaf(35);
  pthread_exit(nullptr);
}
static sem_t Waiting;
void *waits(void *) {
  Guard G{Cancelled};
  leaf(36);
  sem_post(&Waiting);
  for (;;)
    pause();
}

struct PerThread {
  int Touched = 0;
  ~PerThread() {
    leaf(40);
    ++OfCxx;
  }
};
static thread_local PerThread Mine;
void ofCxx(int Value) {
  Mine.Touched = Value;
  leaf(30);
  Sink = nullptr;
}

static pthread_t start(void *(*Body)(void *)) {
  pthread_t Thread;
  if (pthread_create(&Thread, nullptr, Body, nullptr) != 0)
    std::abort();
  return Thread;
}

int main() {
  sem_init(&Waiting, 0, 0);
  for (int I = 0; I < 250; ++I) {
    pthread_t Threads[4];
    for (pthread_t &T : Threads)
      T = start(joined);
    for (int J = 0; J < 4; ++J)
      pthread_detach(start(detached));
    std::thread Other(ofCxx, I);
    if (I % 5 < 3)
      pthread_join(start(leaves), nullptr);
    else {
      pthread_t T = start(waits);
      sem_wait(&Waiting);
      pthread_cancel(T);
      pthread_join(T, nullptr);
    }
    Other.join();
    for (pthread_t T : Threads)
      pthread_join(T, nullptr);
    // Not so many at once that there is no room.
    while (Detached < 4 * I)
      usleep(100);
  }
  while (Detached < 1000)
    usleep(100);
  std::printf("%d joined, %d detached, %d of C++, %d left, %d cancelled\n",
              Joined.load(), Detached.load(), OfCxx.load(), Left.load(),
              Cancelled.load());
}
