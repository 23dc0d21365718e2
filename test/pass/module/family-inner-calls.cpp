// A call from one entry of an allocator to another is no site, whatever the entries
// are called and in whichever language; the call from outside is. An arena that
// takes memory from malloc is another family.
//
// RUN: %clangxx -S -emit-llvm -O0 %s -o %t.ll
// RUN: %mark %t.ll -o %t.mark.ll && %FileCheck %s --check-prefix=SITES --input-file=%t.mark.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s
//
// SITES-DAG: !{i32 [[#]], !"malloc", i32 1, i32 0, i32 0
// SITES-DAG: !{i32 [[#]], !"ObStack::calloc", i32 1, i32 1, i32 0
// RUN: sed -n 's/^!allocsite.sites = //p' %t.mark.ll | tr -dc ! | %FileCheck %s --check-prefix=NUMBER
// NUMBER: {{^!!!!!$}}
#include <cstddef>
#include <cstdlib>

struct ObStack {
  void *alloc(size_t, int);
  void *alloc(size_t);
  void *calloc(size_t, size_t);
  void grow();
};

// CHECK-LABEL: define {{.*}}@_ZN7ObStack5allocEm(
// CHECK-NOT: @{{__allocsite_miss|allocsite.tags}}
// CHECK: ret
void *ObStack::alloc(size_t Size) { return alloc(Size, 0); }
// Another family: a site.
// CHECK-LABEL: define {{.*}}@_ZN7ObStack5allocEmi(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
void *ObStack::alloc(size_t, int) { return malloc(4096); }
// CHECK-LABEL: define {{.*}}@_ZN7ObStack6callocEmm(
// CHECK-NOT: @{{__allocsite_miss|allocsite.tags}}
// CHECK: ret
void *ObStack::calloc(size_t Count, size_t Size) { return alloc(Count * Size); }
// CHECK-LABEL: define {{.*}}@SKIP_Obstack_calloc(
// CHECK-NOT: @{{__allocsite_miss|allocsite.tags}}
// CHECK: ret
extern "C" void *SKIP_Obstack_calloc(size_t Size) {
  static ObStack S;
  return S.calloc(1, Size);
}
// CHECK-LABEL: define {{.*}}@_Znwm(
// CHECK-NOT: @{{__allocsite_miss|allocsite.tags}}
// CHECK: ret
void *operator new(size_t Size) { return malloc(Size); }
// CHECK-LABEL: define {{.*}}@strdup(
// CHECK-NOT: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
// CHECK: ret
extern "C" char *strdup(const char *) noexcept { return (char *)malloc(1); }

// The other sites: not an entry, though of the class; from outside.
// CHECK-LABEL: define {{.*}}@_ZN7ObStack4growEv(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
void ObStack::grow() { malloc(4096); }
// CHECK-LABEL: define {{.*}}@_Z7outsideR7ObStack(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
void outside(ObStack &S) {
  S.calloc(2, 3);
  SKIP_Obstack_calloc(9);
}
