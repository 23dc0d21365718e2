// generations=1 tells behind which mark live blocks were allocated: of each row, in the whole and
// after a kill; also of threads, of blocks that were reallocated, and in forked children. The rest
// of the log is as without it.
//
// RUN: %runtime_cxx %s %frees -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a.csv:live=1:lifetimes=1:own-peaks=1:generations=1 %t
// RUN: %table generations a.csv > a.table && %FileCheck %s --input-file=a.table
// RUN: %python %S/Inputs/generation_sums.py a.csv a.table | %FileCheck %s --check-prefix=SUMS
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/b.csv:live=1:lifetimes=1:own-peaks=1 %t && cmp a.csv b.csv
// RUN: not %table generations b.csv 2>&1 | grep 'no table "generations"'
//
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/k.asprof:live=1:lifetimes=1:own-peaks=1:generations=1 %t kill
// RUN: %allocsite recover k.asprof -o k.csv && cmp a.csv k.csv && %table generations k.csv > k.table
// RUN: %python %S/Inputs/generation_sums.py k.csv k.table | %FileCheck %s --check-prefix=SUMS
//
// The child has what it inherits in the generations of its parent, and goes on from there; the
// parent has none of the child's.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/p.csv:live=1:generations=1 %t fork
// RUN: mv p-*.csv c.csv && mv p-*.asprof c.asprof && %table generations c.csv > c.table && %table generations p.csv > p.table
// RUN: %python %S/Inputs/generation_sums.py p.csv p.table | %FileCheck %s --check-prefix=SUMS
// RUN: %python %S/Inputs/generation_sums.py c.csv c.table | %FileCheck %s --check-prefix=CHILD
//
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/q.csv:profile=%t.dir/q.asprof:live=1:generations=1 %t fork-kill
// RUN: %allocsite recover q-*.asprof -o r.csv && %table generations r.csv > r.table
// RUN: %python %S/Inputs/generation_sums.py r.csv r.table | %FileCheck %s --check-prefix=CHILD
//
// A sample stands for all blocks; its parts are rounded.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/s.csv:live=1:generations=1:sample=1K %t many > /dev/null 2>&1
// RUN: %table generations s.csv > s.table && %python %S/Inputs/generation_sums.py s.csv s.table sampled | %FileCheck %s --check-prefix=SAMPLED
//
// There is an end to generations, which is said once; marks go on.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/m.csv:live=1:generations=1 %t many 2>&1 | grep -c 'there are 4096 generations; marks from here on begin no further one' | grep -x 1
// RUN: %table generations m.csv | tail -1 | %FileCheck %s --check-prefix=LAST

// CHECK: {{^}}row,frame,generation,mark,seconds,live count,live bytes{{$}}
// CHECK-NEXT: {{^}}1,0,0,"",0.000000000,5,500{{$}}
// CHECK-NEXT: {{^}}1,0,1,"loaded",{{[0-9]+\.[0-9]+}},3,300{{$}}
// CHECK-NEXT: {{^}}1,0,2,"sa""ved",{{[0-9]+\.[0-9]+}},40,4000{{$}}
// CHECK-NEXT: {{^}}2,0,2,"sa""ved",{{[0-9]+\.[0-9]+}},1,3000{{$}}
// CHECK-NEXT: {{^}}4,0,1,"loaded",{{[0-9]+\.[0-9]+}},1,50{{$}}
// CHECK-NOT: {{.}}
// SUMS: 0 - 5 500
// SUMS-NEXT: 1 loaded 4 350
// SUMS-NEXT: 2 sa"ved 41 7000
// SUMS-NOT: {{.}}
// CHILD: 0 - 4 400
// CHILD-NEXT: 1 loaded 4 350
// CHILD-NEXT: 2 sa"ved 41 7000
// CHILD-NEXT: 3 child 7 700
// CHILD-NOT: {{.}}
// SAMPLED: {{^[1-9][0-9]*}} many {{[1-9][0-9]*}} {{[1-9][0-9]*}}{{$}}
// LAST: ,0,4095,"many",{{.*}},6,600
#include "Inputs/PlayLive.h"
#include "allocsite/control.h"
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static PlayLive Module;
static pthread_barrier_t Barrier;
static pthread_mutex_t OneByOne = PTHREAD_MUTEX_INITIALIZER;

/// Threads that have allocated under a key before a mark know that the mark came.
static void *work(void *) {
  pthread_mutex_lock(&OneByOne); // so that lifetimes are the same in each run
  free(Module.take(0, 100));
  pthread_mutex_unlock(&OneByOne);
  pthread_barrier_wait(&Barrier);
  pthread_barrier_wait(&Barrier);
  for (int I = 0; I < 10; ++I)
    Module.take(0, 100);
  return nullptr;
}

int main(int, char **Arguments) {
  const char *How = Arguments[1] ? Arguments[1] : "";
  static void *Blocks[8];
  if (!strcmp(How, "many")) {
    for (int I = 0; I < 4100; ++I) {
      allocsite_mark("many");
      Module.take(0, 100);
    }
    return 0;
  }
  for (void *&Each : Blocks)
    Each = Module.take(0, 100);
  free(Blocks[0]);
  free(Blocks[1]);
  void *Other = Module.resize(1, Module.take(1, 1000), 50); // of generation 0, and freed
  free(Other);
  Other = Module.take(1, 1000);
  allocsite_mark("loaded");
  free(Blocks[2]);
  for (int I = 0; I < 3; ++I)
    Module.take(0, 100);
  Other = Module.resize(1, Other, 50); // in place or not: it is of this generation
  constexpr int Count = 4;
  pthread_t Threads[Count];
  pthread_barrier_init(&Barrier, nullptr, Count + 1);
  for (pthread_t &Each : Threads)
    pthread_create(&Each, nullptr, work, nullptr);
  pthread_barrier_wait(&Barrier);
  allocsite_mark("sa\"ved");
  pthread_barrier_wait(&Barrier);
  for (pthread_t &Each : Threads)
    pthread_join(Each, nullptr);
  Module.take(2, 3000);
  if (!strcmp(How, "kill"))
    raise(SIGKILL);
  if (!strncmp(How, "fork", 4)) {
    if (!fork()) {
      free(Blocks[3]);
      allocsite_mark("child");
      for (int I = 0; I < 7; ++I)
        Module.take(0, 100);
      if (How[4])
        raise(SIGKILL);
      exit(0);
    }
    wait(nullptr);
    if (How[4])
      raise(SIGKILL);
  }
}
