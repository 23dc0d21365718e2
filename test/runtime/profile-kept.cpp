// keep-profile=1 leaves the profile; what `recover` makes of it is the CSV of the
// process, byte for byte: threads that ended, tables that grew, modules that were
// unloaded, both shapes of the CSV.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=keep-profile=1:profile=%t.dir/a.asprof:output=%t.csv %t
// RUN: %allocsite recover %t.dir/a.asprof -o %t.recovered.csv && cmp %t.csv %t.recovered.csv
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=keep-profile=1:profile=%t.dir/b.asprof:output=%t.csv:csv=skip %t
// RUN: %allocsite recover %t.dir/b.asprof -o %t.recovered.csv && cmp %t.csv %t.recovered.csv
// RUN: %allocsite recover --csv full %t.dir/b.asprof -o %t.full.csv && not cmp -s %t.csv %t.full.csv
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=keep-profile=1:profile=%t.dir/c.asprof:output=%t.csv:allocators=arena %t
// RUN: %allocsite recover %t.dir/c.asprof -o %t.recovered.csv && cmp %t.csv %t.recovered.csv
#include "Inputs/Play.h"
#include <pthread.h>

static Play Main, Library;
static uint32_t Leaf, Malloc, Other, ToLeaf;

static void *work(void *) {
  for (uint64_t Size = 0; Size < 5000; ++Size) {
    Main.allocate(Size & 1 ? Leaf : Malloc, Size);
    calling(Main, ToLeaf, [&] {
      Main.allocate(Leaf, 8);
      Library.allocate(Other, Size & 7);
    });
  }
  return nullptr;
}

int main() {
  uint32_t M = Main.function("main"), L = Main.function("leaf");
  ToLeaf = Main.call(M, Main.frame(M, "a.c", 1), L);
  Leaf = Main.site(L, Main.frame(L, "a \"b\".c", 2));
  Malloc = Main.site(L, Main.frame(L, "a.c", 3), "malloc", 0);
  Main.load();
  work(nullptr);
  uint32_t F = Library.function("plugin");
  Other = Library.site(F, Library.frame(F, "plugin.c", 7));
  Library.load(ALLOCSITE_MODULE_PIC);
  Library.forget();
  for (int I = 0; I < 3; ++I) {
    pthread_t Thread;
    pthread_create(&Thread, nullptr, work, nullptr);
    pthread_join(Thread, nullptr);
  }
}
