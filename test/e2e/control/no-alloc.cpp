// A function that must not allocate: each allocation that it reaches in its file is a warning with
// the chain; at run time what is below it is printed, once for each chain of functions, or ends the
// program, also where it comes by a pointer and after an exception; arenas may be exempt. With max-size= large calls are
// warnings.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:max-size=100000 %cxx -I%include -O1 -g %s -o %t 2> %t.warnings
// RUN: %FileCheck %s --input-file=%t.warnings --check-prefix=WARN
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=no-alloc=print:output=%t.csv %t 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err --check-prefixes=PRINT,ALL
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=no-alloc=abort:output=%t.csv not --crash %t 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=PRINT
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=no-alloc=print:output=%t.csv %t arena 2>&1 | %FileCheck %s --check-prefix=ARENA
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=no-alloc=abort:no-alloc-arenas=1:output=%t.csv %t arena 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=no-alloc=abort:output=%t.csv %t none 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: %t && %clangxx -I%include -O1 %s -o %t.plain && %t.plain
//
// WARN-DAG: warning: allocsite: mix() must not allocate, and reaches malloc in (anonymous namespace)::buffer(unsigned long) at {{.*}}no-alloc.cpp:[[@LINE+30]]:{{[0-9]+}}, called by (anonymous namespace)::refill() at {{.*}}no-alloc.cpp:[[@LINE+33]]:{{[0-9]+}}, called by mix() at {{.*}}no-alloc.cpp:[[@LINE+41]]:{{[0-9]+}}
// WARN-DAG: warning: allocsite: draw(Pool*) must not allocate, and reaches take in draw(Pool*) at {{.*}}no-alloc.cpp:[[@LINE+49]]:
// WARN-DAG: warning: allocsite: {{.*}}no-alloc.cpp:[[@LINE+57]]:{{[0-9]+}}: main asks for 200000 bytes, more than max-size=100000
// WARN-NOT: warning:
// PRINT: allocsite: error: allocation where nothing must be allocated: 24 bytes by malloc at {{.*}}no-alloc.cpp:[[@LINE+26]]:{{[0-9]+}}: {{.*}}buffer
// ALL-NEXT: allocation where nothing must be allocated: 16 bytes by take
// PRINT-NOT: where nothing must be
// ARENA: allocation where nothing must be allocated: 16 bytes by take
// NONE-NOT: where nothing must be
// NONE: wrote allocation log
#include <allocsite/allocsite.h>
#include <cstdlib>
#include <cstring>

struct Pool {
  char Bytes[1024];
  size_t Used;
};
ALLOCSITE_ALLOC(size=1, arena=0) __attribute__((noinline)) void *take(Pool *From, size_t Size) {
  void *Taken = From->Bytes + From->Used;
  From->Used += Size;
  return Taken;
}

static void *volatile Sink;
static Pool Its;
static void (*volatile Step)();

namespace {
__attribute__((noinline)) void *buffer(size_t Size) {
  return malloc(Size);
}
__attribute__((noinline)) void refill() {
  Sink = buffer(24);
}
void fail() { throw 1; }
} // namespace

// Calls refill() directly, so that it is warned of, though not at run time.
ALLOCSITE_NO_ALLOC __attribute__((noinline)) void mix() {
  if (!Step)
    refill();
}

// Calls it by a pointer, so that it is found at run time.
[[clang::annotate("allocsite::no_alloc")]] __attribute__((noinline)) void play() {
  Step();
}

ALLOCSITE_NO_ALLOC __attribute__((noinline)) void draw(Pool *From) {
  Sink = take(From, 16);
}

int main(int Count, char **Arguments) {
  const char *What = Count > 1 ? Arguments[1] : "";
  Step = fail;
  try {
    play();
  } catch (int) {
    Sink = malloc(200000); // behind it
  }
  mix();
  if (!*What) {
    Step = refill;
    play();
    play();
  }
  if (strcmp(What, "none"))
    draw(&Its);
}
