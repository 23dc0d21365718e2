// Two calls of a wrapper in the arms of a branch are two sites, which the optimiser would
// make one, wherever the wrapper has its body.
//
// RUN: split-file %s %t
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/w.cfg %cc -O2 -S -emit-llvm %t/m.c -o - | %FileCheck %s
// RUN: %clang -O2 -S -emit-llvm %t/m.c -o - | %FileCheck %s --check-prefix=PLAIN
//
// PLAIN-LABEL: define {{.*}}@arms(
// PLAIN: call {{.*}}@xmalloc(
// PLAIN-NOT: call {{.*}}@xmalloc(
// PLAIN: ret
// CHECK-LABEL: define {{.*}}@arms(
// CHECK: call {{.*}}@xmalloc(
// CHECK: call {{.*}}@xmalloc(
// CHECK: ret

//--- w.cfg
wrapper:xmalloc
//--- m.c
void *xmalloc(unsigned long);
void *arms(int C) {
  void *P;
  if (C)
    P = xmalloc(24);
  else
    P = xmalloc(24);
  return P;
}
