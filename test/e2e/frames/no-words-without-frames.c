// A file that allocates and keeps no frames looks at no word of a thread; it links with
// the file that has the runtime.
//
// RUN: for Depth in 0 1; do \
// RUN:   for Level in -O0 -O2; do \
// RUN:     export ALLOCSITE_PASS_OPTIONS=depth=$Depth; \
// RUN:     %cc $Level -DOTHER -c %s -o %t.other.o && %cc $Level %s %t.other.o -o %t || exit 1; \
// RUN:     %profile %t > %t.out || exit 1; \
// RUN:     %rows --cols 'bytes allocated,call count' %t.csv | sort | %FileCheck %s || exit 1; \
// RUN:   done; \
// RUN: done
//
// CHECK:      {{^}}24|1{{$}}
// CHECK-NEXT: {{^}}8|1{{$}}
#include <stdlib.h>

#ifdef OTHER
void *volatile Sink;
void allocates(void) { Sink = malloc(8); }
#else
void allocates(void);
void *volatile Own;
int main(void) {
  allocates();
  Own = malloc(24);
}
#endif
