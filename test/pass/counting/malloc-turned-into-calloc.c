// The optimiser makes a call of calloc of malloc and memset: the site is still that
// of malloc in the source, counted once, with its bytes.
//
// RUN: %clang -O2 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=PLAIN
// RUN: %cc -O2 -S -emit-llvm %s -o - | %FileCheck %s
//
// PLAIN: call {{.*}}@calloc(
// The text of the records is "malloc zeroed", or, where the call of calloc is pushed (before
// LLVM 16 it is none that may be a jump), "calloc malloc zeroed", of which six bytes are a copy.
// CHECK: @allocsite.records = {{.*(malloc\\00|calloc\\00m\\82\\07\\06)}}zeroed\00
// CHECK-LABEL: define {{.*}}@zeroed(
// CHECK: call {{.*}}@{{m|c}}alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
// CHECK-NOT: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
// CHECK: ret
#include <stdlib.h>
#include <string.h>
void *zeroed(size_t N) {
  void *P = malloc(N);
  if (P)
    memset(P, 0, N);
  return P;
}
