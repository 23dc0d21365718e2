// A program of many translation units, more than the runtime writes to the profile at
// once: each has its row, and what is recovered is what the process has written.
//
// One thread, and a long way for ThreadSanitizer.
// UNSUPPORTED: sanitizer-thread
// RUN: %python -c "[open(r'%t.%%d.c' %% i, 'w').write('#include <stdlib.h>\\nvoid *volatile Sink%%d; void unit%%d(void) { Sink%%d = malloc(1000 + %%d); }\\n' %% (i, i, i, i)) for i in range(100)]"
// RUN: for I in `seq 0 99`; do %cc -O2 -c %t.$I.c -o %t.$I.o || exit 1; done
// RUN: %cxx -O2 %s %t.?.o %t.??.o -o %t
// RUN: rm -f %t.asprof
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=%t.asprof:keep-profile=1 %t
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s
// RUN: %allocsite recover %t.asprof -o %t.recovered.csv
// RUN: cmp %t.csv %t.recovered.csv
// RUN: rm -f %t.asprof
//
// CHECK: {{^}}100{{$}}
#define TEN(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9)
#define DECLARE(N)                                                             \
  extern "C" void unit##N();                                                   \
  extern "C" void unit1##N();                                                  \
  extern "C" void unit2##N();                                                  \
  extern "C" void unit3##N();                                                  \
  extern "C" void unit4##N();                                                  \
  extern "C" void unit5##N();                                                  \
  extern "C" void unit6##N();                                                  \
  extern "C" void unit7##N();                                                  \
  extern "C" void unit8##N();                                                  \
  extern "C" void unit9##N();
#define CALL(N)                                                                \
  unit##N();                                                                   \
  unit1##N();                                                                  \
  unit2##N();                                                                  \
  unit3##N();                                                                  \
  unit4##N();                                                                  \
  unit5##N();                                                                  \
  unit6##N();                                                                  \
  unit7##N();                                                                  \
  unit8##N();                                                                  \
  unit9##N();
TEN(DECLARE)
int main() { TEN(CALL) }
