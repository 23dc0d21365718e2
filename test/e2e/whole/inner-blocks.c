// What libc allocates within a call that its site counts has no row, and is no block of its own: that it
// becomes the block of the site is not told.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:whole=1 %cc -O1 -g %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1 %t 2>&1 | %FileCheck %s
// CHECK:     live at exit: 900 blocks, 40500 bytes; peak 45000 bytes; freed 100 blocks, 0 of them temporary
// CHECK-NOT: handed on
// RUN: %rows --cols "bytes allocated,call count,allocator,live count,freed count" %t.csv | %FileCheck %s --check-prefix=ROWS
// ROWS:      {{^}}45|1000|strdup|900|100
// ROWS-NOT:  {{.}}
#include <stdlib.h>
#include <string.h>

static char *Texts[1000];

int main(void) {
  for (int I = 0; I < 1000; ++I)
    Texts[I] = strdup("a text that takes as many bytes as are below");
  for (int I = 0; I < 100; ++I)
    free(Texts[I]);
  return 0;
}
