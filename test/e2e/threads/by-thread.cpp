// Each thread by itself, with its name: also one that has ended before another began, one whose
// table grew, and what a signal handler counts in the middle of another count. All together they
// are what the log says. Of a forked child its own.
//
// RUN: rm -rf %t && mkdir %t && %cxx -O1 -g -pthread %s -o %t/app && cd %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=0:threads=1:output=app.csv ./app
// RUN: %allocsite report --by thread app.csv | %FileCheck %s
// RUN: %allocsite report --by thread --function 'grow*' --format csv app.csv | %FileCheck %s --check-prefix=GROW
// RUN: %table threads app.csv > threads && %python %S/Inputs/by_thread.py app.csv threads
// RUN: %table threads app-*.csv > threads && %python %S/Inputs/by_thread.py app-*.csv threads
// RUN: %allocsite report --by thread app-*.csv | %FileCheck %s --check-prefix=CHILD
// RUN: %allocsite report . | %FileCheck %s --check-prefix=FOLDER
//
// A profile has none. Where it is kept in the place of the companion, a warning says what is missing.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=0:threads=1:keep-profile=1:profile=other.asprof:output=kept.csv ./app
// RUN: not %allocsite report --by thread other.asprof 2>&1 | %FileCheck %s --check-prefix=PROFILE
// RUN: rm kept.asprof && env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=1:threads=1:keep-profile=1:profile=kept.asprof:output=kept.csv ./app 2> kept.err && grep 'kept.csv: its table of threads is not written' kept.err
// RUN: not %allocsite report --by thread kept.csv 2>&1 | %FileCheck %s --check-prefix=KEPT
// RUN: %allocsite recover kept.asprof | cmp - kept.csv
//
// Without the option there is none, and that of an earlier run goes.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=0:output=app.csv ./app && not %table threads app.csv
// RUN: not %allocsite report --by thread app.csv 2>&1 | %FileCheck %s --check-prefix=NONE
//
//      CHECK: calls{{.*}}thread
// CHECK-NEXT: 450,000{{.*}}grows [{{[0-9]+}}]
// CHECK-NEXT: first [{{[0-9]+}}]
// CHECK-NEXT: app [{{[0-9]+}}]
// CHECK-NEXT: second [{{[0-9]+}}]
//
//       GROW: grows [
//   GROW-NOT: {{first|second|app}}
//      CHILD: app [{{[0-9]+}}]
//  CHILD-NOT: {{first|second|grows}}
//     FOLDER: grow
//    PROFILE: error: other.asprof: nothing is known of its threads: a program tells them at its end
//       KEPT: error: kept.csv: nothing is known of its threads: a program tells them at its end
//       NONE: error: app.csv: nothing is known of its threads: a program tells them at its end with ALLOCSITE_OPTIONS=threads=1
#include <cstdlib>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

static void *volatile Sink;

__attribute__((noinline)) static void grow() {
  for (int Round = 0; Round < 90; ++Round)
    for (size_t Size = 1; Size <= 5000; ++Size) { // more than a table has room for
      void *Block = malloc(Size);
      Sink = Block;
      free(Block);
    }
}

template <typename BodyT> static void run(const char *Name, BodyT Body) {
  std::thread([&] {
    pthread_setname_np(pthread_self(), Name);
    Body();
  }).join();
}

int main() {
  run("first", [] {
    for (int I = 0; I < 100; ++I)
      free(Sink = malloc(1000));
  });
  run("second", [] {
    for (int I = 0; I < 7; ++I)
      free(Sink = malloc(11));
  });
  run("grows", grow);
  for (int I = 0; I < 50; ++I)
    free(Sink = malloc(40));
  if (pid_t Child = fork())
    waitpid(Child, nullptr, 0);
  else
    free(Sink = malloc(1));
}
