// A forked child counts from zero and writes a file of its own, named after it;
// one that counted nothing writes and prints nothing. The parent's file has the
// parent's counts. A child may fork again.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a.csv %t > %t.out 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=ERR
// RUN: %files %t.dir | count 3
// RUN: %FileCheck %s --input-file=%t.dir/a.csv --check-prefix=PARENT
// RUN: %FileCheck %s --input-file=%t.dir/a-$(head -n 1 %t.out).csv --check-prefix=CHILD
// RUN: %FileCheck %s --input-file=%t.dir/a-$(tail -n 1 %t.out).csv --check-prefix=GRANDCHILD

// ERR: enabled!
// ERR-NEXT: Dumping log of size 1
// ERR-NEXT: {{^}}allocsite: {{[0-9]+}} row
// ERR-NEXT: wrote allocation log to {{.*}}a-{{[0-9]+}}.csv
// ERR-NEXT: Dumping log of size 1
// ERR-NEXT: {{^}}allocsite: {{[0-9]+}} row
// ERR-NEXT: wrote allocation log to {{.*}}a-{{[0-9]+}}.csv
// ERR-NEXT: Dumping log of size 2
// ERR-NEXT: {{^}}allocsite: {{[0-9]+}} row
// ERR-NEXT: wrote allocation log to {{.*}}a.csv{{.*}}
// ERR-NOT: {{.}}
// PARENT: "main",-,-,-,8,5,40,
// PARENT: "main",-,-,-,9,1,9,{{.*}}
// PARENT-NOT: {{.}}
// CHILD: {{^}}"main",-,-,-,8,3,24,{{.*}}
// CHILD-NOT: {{.}}
// GRANDCHILD: {{^}}"main",-,-,-,7,1,7,{{.*}}
// GRANDCHILD-NOT: {{.}}
#include "Inputs/Play.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static OneSite *Module;

static void inChild(void (*Do)()) {
  if (fork() == 0) {
    Do();
    exit(0);
  }
  wait(nullptr);
}

static void *work(void *) {
  // The child must not find it in the table that this thread leaves.
  Module->allocate(9);
  return nullptr;
}

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  pthread_t Thread;
  pthread_create(&Thread, nullptr, work, nullptr);
  pthread_join(Thread, nullptr);
  for (int I = 0; I < 5; ++I)
    Module->allocate(8);
  inChild([] {});
  inChild([] {
    printf("%d\n", int(getpid()));
    fflush(stdout);
    for (int I = 0; I < 3; ++I)
      Module->allocate(8);
    inChild([] {
      printf("%d\n", int(getpid()));
      fflush(stdout);
      Module->allocate(7);
    });
  });
}
