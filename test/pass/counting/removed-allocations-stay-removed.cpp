// What the optimiser may remove it removes with the pass too, and nothing is
// counted for it: a pair of new and delete, an unused malloc. What escapes stays.
//
// RUN: %cxx -O2 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
// RUN: %cxx -O0 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefix=KEPT
//
// CHECK-LABEL: define {{.*}}@_Z4pairv(
// CHECK-NOT: call
// CHECK: ret i32 7
// KEPT-LABEL: define {{.*}}@_Z4pairv(
// KEPT: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 4)
int pair() {
  int *P = new int(7);
  int Value = *P;
  delete P;
  return Value;
}

// CHECK-LABEL: define {{.*}}@_Z6unusedm(
// CHECK-NOT: call
// CHECK: ret void
// KEPT-LABEL: define {{.*}}@_Z6unusedm(
// KEPT: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
extern "C" void *malloc(unsigned long);
extern "C" void free(void *);
void unused(unsigned long N) { free(malloc(N)); }

// CHECK-LABEL: define {{.*}}@_Z4keptv(
// CHECK: call {{.*}}(i64 {{.*}}4, {{.*}}@allocsite.tags
// KEPT-LABEL: define {{.*}}@_Z4keptv(
int *kept() { return new int(7); }
