// Whatever calls back into the program stands in the chain by its name, or, where
// nobody called it from the program, ends it: bsearch, exit handlers, thread-local
// destructors, and those of keys, for which pthread_exit has left the thread's functions. With
// -g, where bsearch is inline in a header of the system, it is no frame.
//
// RUN: %cxx -O0 -pthread %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -pthread %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O3 -g -pthread %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}leaf|compare|{{(bsearch\|main|main\|-)}}|60|2{{$}}
// CHECK-NEXT: {{^}}leaf|atExit|-|-|50|1{{$}}
// CHECK-NEXT: {{^}}leaf|Local::~Local|-|-|40|1{{$}}
// CHECK-NEXT: {{^}}leaf|ofKey|-|-|30|1{{$}}
// CHECK-NEXT: {{^}}leaf|deep|body|-|20|1{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
#include <pthread.h>

static void *volatile Sink;
static pthread_key_t Key;

__attribute__((noinline)) void leaf(int Size) { Sink = std::malloc(Size); }

void ofKey(void *) {
  leaf(30);
  Sink = nullptr;
}

__attribute__((noinline)) void deep() {
  leaf(20);
  pthread_exit(nullptr);
}

void *body(void *Argument) {
  pthread_setspecific(Key, &Key);
  deep();
  return Argument;
}

void atExit() {
  leaf(50);
  Sink = nullptr;
}

int compare(const void *A, const void *B) {
  leaf(60);
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}

struct Local {
  ~Local() {
    leaf(40);
    Sink = nullptr;
  }
};
thread_local Local AtThreadEnd;

int main() {
  pthread_key_create(&Key, ofKey);
  pthread_t Thread;
  pthread_create(&Thread, nullptr, body, nullptr);
  pthread_join(Thread, nullptr);
  std::atexit(atExit);
  (void)&AtThreadEnd;
  int Wanted = 3, Values[] = {1, 2, 3};
  std::bsearch(&Wanted, Values, 3, sizeof(int), compare);
}
