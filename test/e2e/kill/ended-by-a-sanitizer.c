// A program that a sanitizer ends, because of a leak at its exit or of an error in the
// middle, writes its log first, and no profile stays. The sanitizer's exit code is the
// program's.
//
// The limit: a callback that the program gives the sanitizer takes the place of the
// profiler's, and is called as ever. Then no log is written, but the profile stays.
//
// REQUIRES: sanitizers
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %cc -O1 -fsanitize=address %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv ASAN_OPTIONS=exitcode=41 %t leak 2> %t.err; test $? = 41
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=LEAK
// RUN: %rows --short %t.csv | %FileCheck %s && rm %t.csv
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv ASAN_OPTIONS=exitcode=41 %t overrun 2> %t.err; test $? = 41
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=WRONG
// RUN: %rows --short %t.csv | %FileCheck %s && rm %t.csv
// RUN: not --crash env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv ASAN_OPTIONS=abort_on_error=1 %t overrun
// RUN: %rows --short %t.csv | %FileCheck %s && rm %t.csv
// RUN: %files %t.dir | count 0
//
// The same with the sanitizer in a shared library, and with LeakSanitizer alone.
// RUN: %cc -O1 -fsanitize=leak %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv LSAN_OPTIONS=exitcode=41 %t leak 2> %t.err; test $? = 41
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=LEAK
// RUN: %rows --short %t.csv | %FileCheck %s && rm %t.csv
// RUN: %cc -O1 -fsanitize=address -shared-libasan -Wl,-rpath,$(dirname $(%clang -print-file-name=libclang_rt.asan-x86_64.so)) %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv ASAN_OPTIONS=exitcode=41 %t leak 2> %t.err; test $? = 41
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=LEAK
// RUN: %rows --short %t.csv | %FileCheck %s && rm %t.csv
// RUN: %files %t.dir | count 0
//
// RUN: %cc -O1 -fsanitize=address -DCALLBACK %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv ASAN_OPTIONS=exitcode=41 %t leak 2> %t.err; test $? = 41
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=CALLBACK
// RUN: not ls %t.csv
// RUN: %allocsite recover %t.dir/*.asprof | %rows --short /dev/stdin | %FileCheck %s
//
// CHECK:     {{^}}make|main|-|-|24|5{{$}}
// CHECK-NOT: {{.}}
// LEAK:      detected memory leaks
// LEAK:      {{^}}heap profiler: wrote allocation log to
// WRONG:     heap-buffer-overflow
// WRONG:     {{^}}heap profiler: wrote allocation log to
// CALLBACK:  {{^}}callback of the program
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void __sanitizer_set_death_callback(void (*Callback)(void));

static void *volatile Sink;

__attribute__((noinline)) static void *make(int Size) {
  void *Made = malloc(Size);
  Sink = Made;
  return Made;
}

__attribute__((unused)) static void callBack(void) {
  const char Text[] = "callback of the program\n";
  ssize_t Ignored = write(2, Text, sizeof(Text) - 1);
  (void)Ignored;
}

int main(int Count, char **Arguments) {
#ifdef CALLBACK
  __sanitizer_set_death_callback(callBack);
#endif
  volatile char *Last = NULL;
  for (int I = 0; I < 5; ++I)
    Last = make(24);
  if (!strcmp(Arguments[1], "overrun"))
    Last[23 + Count - 1] = 1;
  Last = NULL;
  Sink = NULL;
  return 0;
}
