// Numbers stop at 2^63 - 1, which is what readers hold in a column of integers.
// What asks for as much or more has failed, whatever it returned.
// A program that allocated nothing gets the header alone.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t 2>&1 | %FileCheck %s --check-prefix=SUMS
// RUN: %FileCheck %s --input-file=%t.csv
// RUN: %profile %t nothing 2>&1 | %FileCheck %s --check-prefix=ZERO
// RUN: cat %t.csv | count 1

// CHECK: {{^}}pc0,
// CHECK-NEXT: "main",-,-,-,6148914691236517205,3,9223372036854775807,
// CHECK-NEXT: "main",-,-,-,0,2,0,{{.*}}
// CHECK-NEXT: "main",-,-,-,9223372036854775807,1,0,"Pool::get (failed)",{{.*}}
// CHECK-NOT: {{.}}
// ZERO: Dumping log of size 0
// ZERO-NEXT: {{^}}allocsite: 0 rows, 0 B in 0 calls{{$}}
// SUMS: {{^}}allocsite: 3 rows, 8.0 EiB in 5 calls, and 1 call that failed{{$}}
#include "Inputs/Play.h"

int main(int Count, char **) {
  static OneSite Module;
  if (Count > 1)
    return 0;
  for (int I = 0; I < 3; ++I)
    Module.allocate(UINT64_MAX / 3);
  Module.allocate(UINT64_MAX);
  Module.allocate(0);
  Module.allocate(0);
}
