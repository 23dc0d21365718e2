// A size that no signed number of 64 bits holds stands in the inventory and in remarks as it
// is asked for, and readers of the inventory take it.
//
// RUN: rm -f %t.jsonl
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=%t.jsonl %cc -O0 -w -Rpass=allocsite -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: %FileCheck %s --input-file=%t.jsonl
// RUN: %allocsite config list --inventory %t.jsonl
//
// REMARK: malloc in main is counted as {{.*}}: 18446744073709551608 bytes
// REMARK: malloc in main is counted as {{.*}}: 9223372036854775807 bytes
// CHECK: "kind":"site",{{.*}}"bytes":18446744073709551608}
// CHECK: "kind":"site",{{.*}}"bytes":9223372036854775807}
#include <stdlib.h>
static void *volatile P;
int main(void) {
  P = malloc((size_t)-8);
  P = malloc((size_t)-1 / 2);
}
