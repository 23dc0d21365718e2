// What the first stage leaves for the last is gone at the end: annotations, their
// global, attributes, named metadata and made debug locations.
//
// RUN: %cxx -O0 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %cxx -O1 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %cxx -O2 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %cxx -O3 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %cxx -Os -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %cxx -Oz -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %cxx -O2 -flto=thin -S -emit-llvm %s -o - | %FileCheck %s
//
// CHECK-NOT: {{call .*var\.annotation|allocsite\.marker|allocsite\.site"|!allocsite|!dbg|!DI|!llvm\.dbg}}
// CHECK: {{(call|select) .*}}@allocsite.tags
// CHECK-NOT: {{call .*var\.annotation|allocsite\.marker|allocsite\.site"|!allocsite|!dbg|!DI|!llvm\.dbg}}
//
// The first stage does leave them.
// RUN: %clangxx -O0 -S -emit-llvm %s -o %t.ll && %mark %t.ll -o - | %FileCheck %s --check-prefix=MARK
// MARK-DAG: call void @llvm.var.annotation{{.*}}(ptr {{.*}}, ptr @allocsite.marker, ptr @allocsite.marker, i32 [[#]], ptr null)
// MARK-DAG: "allocsite.site"="[[#]]"
// MARK-DAG: !allocsite.sites = !{
#include <cstddef>
#include <cstdlib>

struct ObStack {
  char *Next;
  void *alloc(size_t Size) {
    void *Result = Next;
    Next += Size;
    return Result;
  }
};

void *use(ObStack *S, int N) {
  void *P = nullptr;
  for (int I = 0; I < N; ++I)
    P = S->alloc(N);
  return N ? P : malloc(N);
}
