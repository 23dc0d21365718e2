// Threads that go on while the program ends allocate with sizes that are new, which asks what the
// runtime keeps of sites: nothing of it goes with the exit.
//
// UNSUPPORTED: sanitized
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cxx -O1 -g -pthread %s -o %t
// RUN: export SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=heap
// RUN: %t 2>&1 | %FileCheck %s
// RUN: for I in 1 2 3 4 5 6 7 8; do %t 2> %t.err || exit 1; done
// CHECK: wrote allocation log
#include <cstdlib>
#include <thread>

static void *Kept[100000];
static void *volatile Seen;

static void comeAndGo() {
  for (size_t I = 1;; ++I) {
    Seen = malloc(I % 1000000);
    free(Seen);
  }
}

int main() {
  for (size_t I = 0; I < 100000; ++I)
    Kept[I] = malloc(16);
  for (int I = 0; I < 3; ++I)
    std::thread(comeAndGo).detach();
  return 0;
}
