// Rows are sorted by total bytes, largest first; ties by the columns from left
// to right: names by their bytes, numbers as numbers.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK: {{^}}pc0,
// CHECK-NEXT: {{^}}"b",-,-,-,200,1,200,
// CHECK-NEXT: {{^}}"B",-,-,-,8,15,120,
// CHECK-NEXT: {{^}}"B",-,-,-,15,8,120,
// CHECK-NEXT: {{^}}"a",-,-,-,120,1,120,"Pool::get",-,"a.c:10:5"
// CHECK-NEXT: {{^}}"a",-,-,-,120,1,120,"Pool::get",-,"a.c:9:5"
// CHECK-NEXT: {{^}}"b",-,-,-,3,40,120,{{.*}}
// CHECK-NOT: {{.}}
#include "Inputs/Play.h"

int main() {
  static Play Module;
  uint32_t A = Module.function("a"), B = Module.function("b"),
           C = Module.function("B");
  uint32_t A9 = Module.site(A, Module.frame(A, "a.c", 9));
  uint32_t A10 = Module.site(A, Module.frame(A, "a.c", 10));
  uint32_t B1 = Module.site(B, Module.frame(B, "a.c", 1));
  uint32_t C1 = Module.site(C, Module.frame(C, "a.c", 2));
  Module.load();
  auto times = [&](int N, uint32_t Site, uint64_t Size) {
    while (N--)
      Module.allocate(Site, Size);
  };
  times(40, B1, 3);
  times(1, A9, 120);
  times(1, A10, 120);
  times(8, C1, 15);
  times(15, C1, 8);
  times(1, B1, 200);
}
