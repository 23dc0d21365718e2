// With generations=1 each mark begins a generation of what is alive: one leaked block, one object
// of an arena and one mapping for each mark, and nothing of what was freed meanwhile. The table
// tells the frame where the whole stack of a row begins.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1:config=%t/arena.cfg %cc -g -O1 main.c arena.c -I%include -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t/a.csv:live=1:mappings=1:generations=1 ./app
// RUN: %table generations a.csv > a.table && %table frames a.csv > a.frames
// RUN: %python %S/../../runtime/Inputs/generation_sums.py a.csv a.table | %FileCheck %s
// RUN: %python frames.py a.table a.frames | %FileCheck %s --check-prefix=FRAMES
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t/k.asprof:live=1:mappings=1:generations=1 ./app kill
// RUN: %allocsite recover k.asprof -o k.csv && %table generations k.csv > k.table
// RUN: %python %S/../../runtime/Inputs/generation_sums.py k.csv k.table | %FileCheck %s
// With a timeline as well, the changes of a row are those of all its generations.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t/t.csv:live=1:mappings=1:generations=1:timeline=1 ./app
// RUN: %table generations t.csv > t.table && %python %S/../../runtime/Inputs/generation_sums.py t.csv t.table | %FileCheck %s
// RUN: %python %S/../../runtime/Inputs/changes.py t.csv %allocsite malloc realloc mmap
// A dump has what there is then. The sum of two logs has no generations.
// RUN: %table generations dump.csv > dump.table && %python %S/../../runtime/Inputs/generation_sums.py dump.csv dump.table | %FileCheck %s --check-prefix=DUMP
// RUN: %allocsite merge -o sum.csv a.csv k.csv 2>&1 | grep 'generations: not in the result: the rows of the log have other numbers'
// RUN: not %table generations sum.csv
//
// CHECK: 0 - 4 {{[0-9]+}}
// CHECK-NEXT: 1 request 1 3 12388
// CHECK-NEXT: 2 request 2 3 12388
// CHECK-NEXT: 3 request 3 3 12388
// CHECK-NOT: {{.}}
// DUMP: 0 - 4 {{[0-9]+}}
// DUMP-NEXT: 1 request 1 3 12388
// DUMP-NOT: {{.}}
// FRAMES: innermost handle serve outer main
//--- arena.cfg
[region]
alloc:region_alloc    size=1 arena=0
create:region_create
//--- arena.h
#include <stddef.h>
struct region;
struct region *region_create(void);
void *region_alloc(struct region *, size_t);
//--- arena.c
#include "arena.h"
#include <stdlib.h>
struct region {
  char *at;
};
struct region *region_create(void) {
  struct region *new = malloc(sizeof(*new));
  new->at = malloc(4096);
  return new;
}
void *region_alloc(struct region *in, size_t bytes) { return in->at += 64 + 0 * bytes; }
//--- main.c
#include "allocsite/control.h"
#include "arena.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *volatile kept;
static struct region *arena;

__attribute__((noinline)) static void innermost(int i) {
  kept = malloc(84);
  if (i < 0)
    return;
  free(kept);
  kept = malloc(84);
}
__attribute__((noinline)) static void handle(int i) {
  innermost(i);
  kept = region_alloc(arena, 16);
  kept = mmap(0, 12288, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
__attribute__((noinline)) static void serve(int i) { handle(i); kept = 0; }
__attribute__((noinline)) static void outer(int i) { serve(i); kept = 0; }

int main(int count, char **arguments) {
  arena = region_create();
  kept = malloc(10);
  kept = realloc(kept, 20);
  kept = region_alloc(arena, 100);
  for (int i = 1; i < 4; ++i) {
    char name[32];
    snprintf(name, sizeof(name), "request %d", i);
    allocsite_mark(name);
    outer(i);
    if (i == 1 && count == 1)
      allocsite_dump("dump.csv");
  }
  if (count > 1)
    raise(SIGKILL);
}
//--- frames.py
import csv, sys
table = list(csv.DictReader(open(sys.argv[1])))
frames = list(csv.DictReader(open(sys.argv[2])))
stacks = set()
for line in table:
    at = int(line["frame"])
    assert 0 < at <= len(frames)
    stack = []
    while at:
        stack.append(frames[at - 1]["function"])
        at = int(frames[at - 1]["caller"])
    stacks.add(" ".join(stack))
deepest = max(stacks, key=len)
print(deepest)
