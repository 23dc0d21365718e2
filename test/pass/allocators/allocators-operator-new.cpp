// Every operator new is an allocator: plain, array, nothrow, aligned, both, a
// class's own, and a placement form that takes memory from an arena. The placement
// form that makes nothing is none.
//
// RUN: %clangxx -std=c++17 -S -emit-llvm -O0 %s -o %t.ll
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=ARRAY
// RUN: %instrument %t.ll -o %t.out.ll
// RUN: grep -c -e 'call preserve_mostcc' -e 'call x86_regcallcc' -e 'call .*@allocsite.tags' %t.out.ll | %FileCheck %s --check-prefix=COUNT
// RUN: %FileCheck %s --input-file=%t.out.ll
//
// SITES-COUNT-4: !"operator new", i32 1, i32 0
// ARRAY: !"operator new[]", i32 1, i32 0
// COUNT: {{^}}9{{$}}
#include <cstddef>
#include <new>

struct Arena {};
void *operator new(size_t, Arena &);
namespace ns {
struct Node {
  char Bytes[40];
  void *operator new(size_t);
};
} // namespace ns

// CHECK-LABEL: define {{.*}}@_Z5plainm(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void *plain(size_t N) { return operator new(N); }
// CHECK-LABEL: define {{.*}}@_Z7arrayOfv(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 48)
void *arrayOf() { return new double[6]; }
// CHECK-LABEL: define {{.*}}@_Z7nothrowv(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 11)
void *nothrow() { return operator new(11, std::nothrow); }
// CHECK-LABEL: define {{.*}}@_Z7alignedv(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 12)
void *aligned() { return operator new(12, std::align_val_t(64)); }
// CHECK-LABEL: define {{.*}}@_Z14alignedNothrowv(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 13)
void *alignedNothrow() {
  return operator new(13, std::align_val_t(64), std::nothrow);
}
// CHECK-LABEL: define {{.*}}@_Z12alignedArrayv(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 14)
void *alignedArray() { return operator new[](14, std::align_val_t(64)); }
// CHECK-LABEL: define {{.*}}@_Z6scopedv(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 40)
void *scoped() { return new ns::Node; }
// CHECK-LABEL: define {{.*}}@_Z7inArenaR5Arena(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 8)
void *inArena(Arena &A) { return new (A) long; }
// CHECK-LABEL: define {{.*}}@_Z5placePv(
// CHECK-NOT: @{{__allocsite_miss|allocsite.tags}}
// CHECK-LABEL: define {{.*}}@_Z5otherv(
void *place(void *P) { return new (P) long; }
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 4)
void *other() { return new int; }
