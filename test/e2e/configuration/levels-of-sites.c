// What has a level is in the profile only where SKIP_HEAP_PROFILE is as much: allocators
// and functions, by the configuration and by the source. The log that is recovered is
// the one that was written. All else is in both, also in a program of level 2.
//
// RUN: split-file %s %t
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/levels.cfg:inventory=%t/sites.jsonl %cc -I%include -O1 -g %t/m.c -o %t/levels
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t/1.csv:profile=%t/1.asprof:keep-profile=1 %t/levels | %FileCheck %s --check-prefix=TOLD
// RUN: env SKIP_HEAP_PROFILE=2 ALLOCSITE_OPTIONS=output=%t/2.csv:profile=%t/2.asprof:keep-profile=1 %t/levels
// RUN: env SKIP_HEAP_PROFILE=7 ALLOCSITE_OPTIONS=output=%t/7.csv %t/levels
// RUN: %rows --cols 'pc0,bytes allocated' %t/1.csv | sort | %FileCheck %s --check-prefix=ONE
// RUN: %rows --cols 'pc0,bytes allocated' %t/2.csv | sort | %FileCheck %s --check-prefix=TWO
// RUN: %rows --cols 'pc0,bytes allocated' %t/7.csv | sort | %FileCheck %s --check-prefix=SEVEN
// RUN: %allocsite recover %t/1.asprof -o %t/recovered.csv && cmp %t/1.csv %t/recovered.csv
// RUN: %allocsite recover %t/2.asprof -o %t/recovered.csv && cmp %t/2.csv %t/recovered.csv
// RUN: %FileCheck %s --check-prefix=SITES --input-file=%t/sites.jsonl
// RUN: %allocsite sites --inventory %t/sites.jsonl %t/1.csv | %FileCheck %s --check-prefix=LISTED
//
// RUN: env ALLOCSITE_PASS_OPTIONS=level=2:config=%t/levels.cfg %cc -I%include -O1 -g %t/m.c -o %t/compiler
// RUN: env SKIP_HEAP_PROFILE=2 ALLOCSITE_OPTIONS=output=%t/compiler.csv %t/compiler && cmp %t/2.csv %t/compiler.csv
//
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/wrong.cfg %cc -I%include -c %t/m.c -o %t/m.o 2>&1 | %FileCheck %s --check-prefix=WRONG
//
// ONE:      {{^}}main|1
// ONE-NEXT: {{^}}taken_back|5
// ONE-NOT:  {{.}}
//
// TWO:      {{^}}main|1
// TWO-NEXT: {{^}}main|2
// TWO-NEXT: {{^}}noisy|3
// TWO-NEXT: {{^}}taken_back|5
// TWO-NOT:  {{.}}
//
// SEVEN:      {{^}}main|1
// SEVEN-NEXT: {{^}}main|2
// SEVEN-NEXT: {{^}}noisier|4
// SEVEN-NEXT: {{^}}noisy|3
// SEVEN-NEXT: {{^}}taken_back|5
// SEVEN-NOT:  {{.}}
//
// TOLD: main: left out
//
// SITES-DAG: "function":"main","allocator":"malloc","family":"malloc","arena":false,"size"
// SITES-DAG: "function":"main","allocator":"pool_alloc",{{.*}}"level":2
// SITES-DAG: "function":"noisier",{{.*}}"level":7
//
// LISTED:      {{^}}never malloc
// LISTED-NEXT: pool_alloc
// LISTED-NEXT: {{^}}level malloc
// LISTED-NEXT: noisy [level=2]
// LISTED-NEXT: {{^}}level malloc
// LISTED-NEXT: noisier [level=7]
// LISTED-NEXT: {{^}}level pool_alloc
// LISTED-NEXT: main [level=2]
// LISTED-NEXT: 3 sites: 2 ran, 1 never; 3 level
//
// WRONG-DAG: wrong.cfg:1:17: expected a number from 1 to 255, the least ALLOCSITE= that shows it
// WRONG-DAG: wrong.cfg:2:15: expected a number from 1 to 255
// WRONG-DAG: wrong.cfg:3:9: a wrapper has name=, shape=, aware= and level= with size= only
// WRONG-DAG: wrong.cfg:4:19: 'level' says nothing in this kind of rule

//--- levels.cfg
alloc:pool_alloc size=0 level=2 aware=pool_alloc_at
fun:noisier      level=7
fun:taken_back   level=1

//--- wrong.cfg
fun:noisy level=0
src:*.c level=two
wrapper:xmalloc level=2
free:free block=0 level=2

//--- m.c
#include <allocsite/allocsite.h>
#include <stdio.h>
#include <stdlib.h>
#define NOINLINE __attribute__((noinline))
static void *volatile Sink;

void *pool_alloc(size_t n) { return malloc(n); }
void *pool_alloc_at(size_t n, allocsite_site s, allocsite_context c) {
  static char bytes[16];
  struct allocsite_names names;
  if (allocsite_describe(s, c, &names) && !names.counted)
    printf("%s: left out\n", names.functions[0]);
  return bytes + n;
}
ALLOCSITE_LEVEL(2) NOINLINE static void noisy(void) { Sink = malloc(3); }
NOINLINE static void noisier(void) { Sink = malloc(4); }
ALLOCSITE_LEVEL(2) NOINLINE static void taken_back(void) { Sink = malloc(5); }
int main(void) {
  Sink = malloc(1);
  Sink = pool_alloc(2);
  noisy();
  noisier();
  taken_back();
  return 0;
}
