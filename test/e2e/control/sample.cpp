// With sample= some blocks are followed and stand for the others: what is alive and was freed is
// what there was, on average of 100 runs with given seeds, within three times the deviation of that
// average; calls are exact. So are rows of one block each, which stands for one and a half, and
// reallocations. The log says from how many blocks each row is estimated.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:live=1 %cxx -O1 -g %s -o %t
// RUN: rm -rf %t.dir %t.asprof && mkdir %t.dir
// RUN: %python %S/Inputs/sample.py %t %t.dir 8K
// RUN: %python %S/Inputs/sample.py %t %t.dir 10%%
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:sample=64K:sample-seed=3:output=%t.csv:keep-profile=1:profile=%t.asprof %t 2>&1 | %FileCheck %s
// RUN: rm -f %t.r.csv && %allocsite recover %t.asprof -o %t.r.csv && cmp %t.csv %t.r.csv && rm %t.asprof
// RUN: %rows --cols "estimated from count" %t.csv | %FileCheck %s --check-prefix=COLUMN
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=sample=64K:output=%t.csv %t 2>&1 | %FileCheck %s --check-prefix=EXACT
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:sample=0.5:output=%t.csv %t 2>&1 | %FileCheck %s --check-prefix=WRONG
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:sample=1M:lifetimes=1:output=%t.csv %t 2>&1 | %FileCheck %s --check-prefix=OFF
// CHECK: allocsite: live at exit: estimated from {{[1-9][0-9]*}} sampled blocks: {{[0-9]+}} blocks
// COLUMN: {{[1-9]}}
// EXACT: sample=64K: samples blocks of live=1; all calls are counted, which costs no more
// WRONG: sample=0.5: neither bytes (512K, 1M) nor a share of the calls (1% to 99%)
// OFF: sample=1M: lifetimes=, own-peaks=, free-sites=, graph= and resident= need each block, and are off
#include <cstdlib>

static void *Kept[1 << 12], *volatile Each[200];

int main() {
  for (int I = 0; I < 1 << 12; ++I) {
    Kept[I] = malloc(64);
    void *volatile Short = malloc(400);
    free(Short);
    if (I % 16 == 0)
      free(Kept[I]), Kept[I] = malloc(20000);
  }
  for (int I = 0; I < 200; ++I)
    Each[I] = malloc(8500 + 2 * I);
  for (int I = 0; I < 2000; ++I) {
    void *volatile Moves = malloc(400), *volatile Behind = malloc(400);
    Moves = realloc(Moves, 3000);
    free(Moves);
    free(Behind);
  }
  void *Block = malloc(100000);
  Kept[0] = Block;
}
