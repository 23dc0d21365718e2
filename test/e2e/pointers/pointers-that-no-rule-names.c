// A call through a pointer that no rule names, and that has the parameters of an allocator, is
// told by a remark, with the rule that would count it. That rule is one: given back as it is
// printed, in a file of config=, the call has its row. Remarks change no object.
//
// REQUIRES: types
//
// RUN: split-file %s %t.d && cd %t.d
// RUN: %typed_cc -O1 -Rpass-missed=allocsite -c m.c -o told.o 2> told.txt
// RUN: %FileCheck %s --input-file=told.txt --implicit-check-not=remark:
// RUN: %typed_cc -O1 -c m.c -o plain.o && cmp told.o plain.o
// RUN: sed -n "s/.*if it does, add '\(.*\)' to a file of config=.*/\1/p" told.txt > told.cfg
// RUN: env ALLOCSITE_PASS_OPTIONS=config=told.cfg:verify=1:inventory=m.jsonl %typed_cc -O1 -Rpass-missed=allocsite m.c -o m 2> again.txt
// RUN: %allocsite config check --inventory m.jsonl
// RUN: not grep "through a pointer\|through '" again.txt
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=m.csv ./m
// RUN: %rows --cols "allocator,bytes allocated,call count" m.csv | sort | %FileCheck %s --check-prefix=ROWS
//
// CHECK:      m.c:{{[0-9]+}}:{{[0-9]+}}: remark: a call through 'hooks.allocate' may allocate and is not counted: if it does, add 'field:hooks.allocate shape=i size=0' to a file of config= [-Rpass-missed=allocsite]
// CHECK:      remark: a call through 'hooks.zeroed' {{.*}} add 'field:hooks.zeroed shape=ii size=1 count=0' to
// CHECK:      remark: a call through 'hooks.reallocate' {{.*}} add 'field:hooks.reallocate shape=pi size=1 old=0' to
// CHECK:      remark: a call through 'stream.zalloc' {{.*}} add 'field:stream.zalloc shape=pii size=2 count=1' to
// CHECK:      remark: a call through 'libAlloc' {{.*}} add 'pointer:libAlloc shape=i size=0' to
// CHECK:      remark: a call through 'take_fn' {{.*}} add 'pointer:take_fn shape=i size=0' to
//
// ROWS-DAG: hooks.allocate|10|1
// ROWS-DAG: hooks.zeroed|40|1
// ROWS-DAG: hooks.reallocate|30|1
// ROWS-DAG: stream.zalloc|12|1
// ROWS-DAG: libAlloc|50|1
// ROWS-DAG: take_fn|60|1

//--- m.c
#include <stdlib.h>
typedef void *(*take_fn)(size_t);
struct hooks {
  void *(*allocate)(size_t);
  void *(*zeroed)(size_t, size_t);
  void *(*reallocate)(void *, size_t);
  int (*compare)(void *, size_t);  // makes nothing
  void *(*find)(void *, int);      // what is it to measure?
};
struct stream {
  void *(*zalloc)(void *, unsigned, unsigned);
};
void *(*libAlloc)(size_t);
static void *volatile P;
static char Room[100];
static void *own(size_t Size) { return Room + Size % 8; }
static void *twice(size_t Count, size_t Size) { return Room + Count * Size % 8; }
static void *again(void *Old, size_t Size) { return Room + Size % 8; }
static void *items(void *Of, unsigned Count, unsigned Size) { return Room + Count; }
static int compare(void *Of, size_t Size) { return Size != 0; }
static void *find(void *Of, int Key) { return Of; }

__attribute__((noinline)) static void use(struct hooks *Hooks, struct stream *Stream) {
  P = Hooks->allocate(10);
  P = Hooks->zeroed(1, 40);
  P = Hooks->reallocate(P, 30);
  P = (void *)(long)Hooks->compare(P, 30);
  P = Hooks->find(P, 30);
  P = Stream->zalloc(0, 3, 4);
  P = libAlloc(50);
}
__attribute__((noinline)) static void useType(take_fn Take) { P = Take(60); }

int main(int Count, char **Arguments) {
  struct hooks Hooks = {own, twice, again, compare, find};
  struct stream Stream = {items};
  libAlloc = own;
  use(&Hooks, &Stream);
  useType(Count > 1 ? malloc : own);
}
