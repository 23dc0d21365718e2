// What the pass adds to the unit that defines main is assembly: the compiler has no more
// functions to generate than those of the program and one that registers it. Code of the
// runtime may be the target of indirect calls under -fcf-protection.
//
// RUN: %cc -O2 -S -emit-llvm %s -o %t.ll && grep ^define %t.ll | %FileCheck %s
// RUN: %cc -O2 -fcf-protection=full -c %s -o %t.o
// RUN: llvm-objdump -d --disassemble-symbols=__allocsite_miss_v%abi %t.o | %FileCheck %s --check-prefix=CET
// RUN: llvm-objdump -d --disassemble-symbols=__allocsite_start_early_v%abi %t.o | %FileCheck %s --check-prefix=CET
// RUN: llvm-readelf -n %t.o | %FileCheck %s --check-prefix=NOTE
//
// CHECK:      define {{.*}} @main({{.*}}
// CHECK-NEXT: define {{.*}} @allocsite.register({{.*}}
// CHECK-NOT:  {{.}}
// CET:      <__allocsite_{{miss|start_early}}_v{{[0-9]+}}>:
// CET-NEXT: endbr64
// NOTE:     x86 feature: IBT, SHSTK
// NOTE-NOT: x86 feature
#include <stdlib.h>
int main(void) {
  *(volatile char *)malloc(10) = 0;
  return 0;
}
