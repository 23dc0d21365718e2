// With resident=1 a log has how much of what is alive is in memory: of a block the bytes that lie on
// pages that were touched, by itself or by another block.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:whole=1 %cc -O1 -g %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1:mappings=1:resident=1 %t
// RUN: %rows --cols "pc0,bytes allocated,live bytes,resident bytes,untouched bytes" %t.csv | %FileCheck %s
// CHECK-DAG: {{^}}partOfBlock|67108864|67108864|16781296|50327568
// CHECK-DAG: {{^}}fewOfTable|16777216|16777216|65520|16711696
// CHECK-DAG: {{^}}partOfMapping|10485760|10485760|1048576|9437184
// CHECK-DAG: {{^}}small|100|100000|100000|0
//
// RUN: %allocsite report --sort untouched %t.csv | %FileCheck %s --check-prefix=REPORT
// REPORT: malloc 64.1 MiB {{.*}}
// REPORT: # untouched
// REPORT: 1 48.0 MiB 100.0% 1 64.0 MiB
// REPORT-NEXT: resident.c:{{[0-9:]+}} partOfBlock ← main
//
// Each dump has the column, as of then.
// RUN: rm -f %t.*.dump && env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1:resident=1:signal-dump=USR1:dump-path=%t.%n.dump %t dump
// RUN: %rows --cols "pc0,bytes allocated,resident bytes" %t.1.dump | grep -x "partOfBlock|67108864|4080"
//
// A sample does not see each block.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1:mappings=1:resident=1:sample=64K %t 2>&1 | %FileCheck %s --check-prefix=SAMPLE
// SAMPLE: resident= need each block, and are off
// SAMPLE: sample= follows no mappings: their calls alone are counted
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

__attribute__((noinline)) static char *partOfBlock(void) { return malloc(64 << 20); }
__attribute__((noinline)) static char *fewOfTable(void) { return calloc(1 << 20, 16); }
__attribute__((noinline)) static char *partOfMapping(void) {
  return mmap(0, 10 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
__attribute__((noinline)) static char *small(void) { return malloc(100); }

char *Kept[1000];

int main(int Count, char **Words) {
  (void)Words;
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  char *Block = partOfBlock();
  // Its first page has the size of the block, and is touched.
  if (Count > 1)
    raise(SIGUSR1);
  memset(Block, 1, 16 << 20);
  char *Table = fewOfTable();
  for (int I = 0; I < 16; ++I)
    Table[I << 20] = 1;
  memset(partOfMapping() + (5 << 20), 1, 1 << 20);
  for (int I = 0; I < 1000; ++I)
    Kept[I] = memset(small(), 1, 100);
  return 0;
}
