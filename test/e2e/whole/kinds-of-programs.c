// What cannot be counted of the whole process is said at exit, with what helps; with whole=0 at
// the run or at the build there is no column and no row of libraries.
//
// DEFINE: %{build} = env ALLOCSITE_PASS_OPTIONS=verify=1:whole=1 %cc -O1 -g -w %s
// DEFINE: %{run} = env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:coverage=1
// RUN: %{build} -o %t && %{run} %t 2>&1 | %FileCheck %s --check-prefix=WHOLE
// RUN: %FileCheck %s --input-file=%t.csv --check-prefix=ROWS
// ROWS: pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes,allocator,type,site,through
// ROWS-DAG: main{{.*}},1001,1,1001,"realloc",-,{{.*}},"libc.so.6"
// ROWS-DAG: main{{.*}},77,1,77,"malloc",-,{{.*}},-
// WHOLE-NOT: not counted
//
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:whole=0 %t 2>&1 && %FileCheck %s --input-file=%t.csv --check-prefix=PART
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:whole=0 %cc -O1 -g -w %s -o %t && %{run} %t && %FileCheck %s --input-file=%t.csv --check-prefix=PART
// PART-NOT: through
// PART: main{{.*}},77,1,77,"malloc"
// PART-NOT: libc.so
//
// RUN: %{build} -static -o %t && %{run} %t 2>&1 | %FileCheck %s --check-prefix=STATIC
// STATIC: what libraries allocate is not counted: the program is static; link it dynamically
//
// RUN: %{build} -DOWN -o %t && %{run} %t 2>&1 | %FileCheck %s --check-prefix=OWN
// OWN: what libraries allocate is not counted: the program has a malloc of its own in itself; link that dynamically
//
// RUN: echo '{ global: main; local: *; };' > %t.map && %{build} -Wl,--version-script=%t.map -o %t && %{run} %t 2>&1 | %FileCheck %s --check-prefix=HIDDEN
// HIDDEN: what libraries allocate is not counted: the link hides malloc and its kin in the program, as a version script does
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#ifdef OWN
static char memory[1 << 20];
static size_t used;
void *malloc(size_t size) {
  char *block = memory + used;
  used += (size + 31) & -32;
  return block;
}
void free(void *block) {}
void *realloc(void *old, size_t size) {
  char *block = malloc(size);
  for (size_t i = 0; old && i != size; ++i)
    block[i] = ((char *)old)[i];
  return block;
}
void *calloc(size_t count, size_t size) { return malloc(count * size); }
#endif

int main(void) {
  char *text;
  if (asprintf(&text, "%1000d", 7) < 0)
    return 1;
  free(text);
  void *volatile block = malloc(77);
  free(block);
  return 0;
}
