// The runtime comes with the unit that defines main and with no other, hidden,
// and needs nothing but libc.
//
// RUN: %cc -O2 -c %s -o %t.o && llvm-nm %t.o | %FileCheck %s
// RUN: %cc -O2 -DOTHER -c %s -o %t.o && llvm-nm %t.o | %FileCheck %s --check-prefix=OTHER
// RUN: %cc -O2 -c %s -o %t.o && llvm-readelf -s -W %t.o | %FileCheck %s --check-prefix=HIDDEN
//
// CHECK-DAG: V __allocsite_count_v{{[0-9]+}}
// CHECK-DAG: V __allocsite_count_behind_v{{[0-9]+}}
// CHECK-DAG: W __allocsite_miss_v{{[0-9]+}}
// CHECK-DAG: W __allocsite_register_v{{[0-9]+}}
// OTHER-DAG: U __allocsite_gate_1_of_1_v{{[0-9]+}}
// OTHER-DAG: U __allocsite_register_v{{[0-9]+}}
// HIDDEN-DAG: OBJECT {{.*}}HIDDEN {{.*}}__allocsite_count_v{{[0-9]+}}
// HIDDEN-DAG: OBJECT {{.*}}HIDDEN {{.*}}__allocsite_count_behind_v{{[0-9]+}}
// HIDDEN-DAG: FUNC {{.*}}HIDDEN {{.*}}__allocsite_miss_v{{[0-9]+}}
// HIDDEN-DAG: TLS {{.*}}HIDDEN {{.*}}__allocsite_thread.v{{[0-9]+}}
#include <stdlib.h>
#ifdef OTHER
#define main other
#endif
int main(void) {
  *(volatile char *)malloc(10) = 0;
  return 0;
}
