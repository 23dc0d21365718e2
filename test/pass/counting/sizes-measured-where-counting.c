// What is asked for by a string is measured behind the call, and only where the profiler is
// on: else a thread looks at its word and goes on.
//
// RUN: %cc -O2 -S %s -o - | %FileCheck %s
// RUN: %cc -O2 -fPIC -S %s -o - | %FileCheck %s
// RUN: %cc -O0 -S %s -o - | %FileCheck %s

#include <stdlib.h>
#include <string.h>

// CHECK-LABEL: {{^}}copies:
// CHECK:       strdup
// CHECK:       {{j[a-z]+}} [[OFF:\.L[A-Za-z0-9_]+]]
// CHECK-NOT:   [[OFF]]:
// CHECK:       strlen
// CHECK:       {{__allocsite_count|allocsite.state}}
// CHECK:       {{^}}[[OFF]]:
char *copies(const char *Of) {
  char *To = strdup(Of);
  To[0] = 'x';
  return To;
}

// A size that takes no call is not worth a look.
// CHECK-LABEL: {{^}}multiplies:
// CHECK-NOT:   {{j[a-z]+}} .L
// CHECK:       calloc
// CHECK-LABEL: {{^}}.Lfunc_end1:
void *multiplies(size_t Count) { return calloc(Count, 8); }
