// A recognised method whose body is visible is inlined as without the pass, and is
// counted, once for each allocation; its own IR does not escape for it.
//
// RUN: %clangxx -O2 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=PLAIN
// RUN: %cxx -O2 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
// RUN: %cxx -O2 -c %s -o %t.o && llvm-nm %t.o | %FileCheck %s --check-prefix=SYMBOLS
//
// SYMBOLS-NOT: ObStack5alloc
// PLAIN-LABEL: define {{.*}}@_Z3useP7ObStack(
// PLAIN-NOT: call
// PLAIN: ret
//
// CHECK-LABEL: define {{.*}}@_Z3useP7ObStack(
// CHECK-NOT: ObStack5alloc
// CHECK: call {{.*}}@__allocsite_miss_v{{[0-9]+}}({{.*}}i64 24{{[, ]}}
// CHECK-NOT: call {{.*}}@{{__allocsite_miss|allocsite.tags}}
// CHECK: ret
// CHECK-LABEL: define {{.*}}@_Z8unescapev(
// CHECK-NOT: alloca
// CHECK: call {{.*}}@__allocsite_miss_v{{[0-9]+}}({{.*}}i64 8{{[, ]}}
// CHECK-NOT: call {{.*}}@{{__allocsite_miss|allocsite.tags}}
// CHECK: ret i64 42
#include <cstddef>

struct ObStack {
  char *Next;
  void *alloc(size_t Size) {
    void *Result = Next;
    Next += Size;
    return Result;
  }
};

void *use(ObStack *S) { return S->alloc(24); }

long unescape() {
  char Memory[16];
  ObStack S{Memory};
  long *P = static_cast<long *>(S.alloc(8));
  *P = 42;
  return *P;
}
