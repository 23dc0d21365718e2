// A program with a race detector sees no race of ours: the runtime's own memory
// passes between threads without a lock that the detector knows.
//
// (Here the program alone has one; with sanitizer=thread all tests look at the
// runtime itself.)
//
// UNSUPPORTED: sanitized
// REQUIRES: sanitizers
// RUN: %runtime_cxx -fsanitize=thread %s -o %t
// RUN: %profile %t 2>&1 | %FileCheck %s

// CHECK: {{^}}heap profiler: enabled!
// CHECK-NEXT: {{^}}Dumping
// CHECK-NEXT: {{^}}allocsite: {{[0-9]+}} row
// CHECK-NEXT: {{^}}heap profiler: wrote
// CHECK-NEXT: {{^}}Dumping
// CHECK-NEXT: {{^}}allocsite: {{[0-9]+}} row
// CHECK-NEXT: {{^}}heap profiler: wrote{{.*}}
// CHECK-NOT: {{.}}
#include "Inputs/Play.h"
#include <pthread.h>

static OneSite *Module;
static Play Library[4];

static void *work(void *Argument) {
  Play &Mine = *static_cast<Play *>(Argument);
  uint32_t F = Mine.function("f");
  Mine.site(F, Mine.frame(F, &Mine == Library ? "a" : "b", 1));
  Mine.load(ALLOCSITE_MODULE_PIC);
  for (int Round = 0; Round < 2; ++Round)
    for (uint64_t Size = 0; Size < 20000; ++Size)
      Module->allocate(Size);
  if (&Mine == Library)
    ALLOCSITE_SYM_FLUSH(ALLOCSITE_END_EXEC, 0);
  return nullptr;
}

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  pthread_t Threads[4];
  for (int I = 0; I < 4; ++I)
    pthread_create(&Threads[I], nullptr, work, &Library[I]);
  for (pthread_t Each : Threads)
    pthread_join(Each, nullptr);
  for (uint64_t Size = 0; Size < 1000; ++Size)
    Module->allocate(Size);
}
