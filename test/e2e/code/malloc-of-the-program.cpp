// A program may bring its own malloc, and what that allocates of an arena is counted. So
// functions of libc and the C++ library that call malloc are frames, and no call that has
// returned stands in their place. (What a failing assertion allocates for its message has
// no callers.)
//
// RUN: echo 'alloc:arena_alloc size=0' > %t.cfg
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.cfg %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.cfg %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
// RUN: %run_rows | not grep qsort
//
// CHECK-DAG: {{^}}malloc|__cxa_allocate_exception|thrower|main|{{[0-9]+}}|1{{$}}
// CHECK-DAG: {{^}}malloc|calloc|__cxa_thread_atexit|{{[^|]*}}|{{[0-9]+}}|1{{$}}
#include <cassert>
#include <csignal>
#include <cstdlib>

static char Room[1 << 20];
static size_t Used;
extern "C" {
__attribute__((noinline)) void *arena_alloc(size_t Size) {
  void *Block = Room + Used;
  Used += (Size + 15) & ~size_t(15);
  return Block;
}
__attribute__((noinline)) void *malloc(size_t Size) {
  void *volatile Block = arena_alloc(Size);
  return Block;
}
void *calloc(size_t Count, size_t Size) {
  void *volatile Block = malloc(Count * Size);
  return Block;
}
void *realloc(void *, size_t Size) {
  void *volatile Block = malloc(Size);
  return Block;
}
void free(void *) {}
}

static int compare(const void *A, const void *B) {
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}
static int Values[] = {3, 1, 2};

struct Error {
  char Text[1024];
};
__attribute__((noinline)) void thrower() {
  std::qsort(Values, 3, sizeof(int), compare);
  throw Error();
}

struct Local {
  ~Local() { ++Values[0]; }
};
__attribute__((noinline)) void usesLocal() {
  std::qsort(Values, 3, sizeof(int), compare);
  thread_local Local AtThreadEnd;
  ++Values[1];
}

__attribute__((noinline)) void fails() {
  std::qsort(Values, 3, sizeof(int), compare);
  assert(!"sorted");
}

int main() {
  std::signal(SIGABRT, [](int) { std::exit(0); });
  usesLocal();
  try {
    thrower();
  } catch (Error &) {
    ++Values[2];
  }
  fails();
}
