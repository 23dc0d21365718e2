// The arena of Cap'n Proto, whose inline functions call a private one, and the two
// allocators of Box2D, as their headers declare them, are counted with the bytes that a
// call asks for; less than 0 are 0.
//
// RUN: %clangxx -std=c++17 -S -emit-llvm -O0 %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
//
// SITES-DAG: !"kj::Arena::allocateBytes", i32 1, i32 1
// SITES-DAG: !"b2BlockAllocator::Allocate", i32 1, i32 1
// SITES-DAG: !"b2StackAllocator::Allocate", i32 1, i32 1
#include <cstddef>

namespace kj {
class Arena {
public:
  ~Arena() noexcept(false);
  template <typename T> T &allocate() {
    return *static_cast<T *>(allocateBytes(sizeof(T), alignof(T), false));
  }

private:
  void *allocateBytes(size_t Amount, unsigned Alignment, bool HasDisposer);
};
} // namespace kj
struct b2BlockAllocator {
  ~b2BlockAllocator();
  void *Allocate(int);
  void Free(void *, int);
  void Clear();
};
struct b2StackAllocator {
  ~b2StackAllocator();
  void *Allocate(int);
  void Free(void *);
};

// CHECK-LABEL: define {{.*}}@use_block(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 2)
extern "C" void use_block(b2BlockAllocator &A) {
  A.Free(A.Allocate(2), 2);
  A.Clear();
}
// CHECK-LABEL: define {{.*}}@use_stack(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
extern "C" void use_stack(b2StackAllocator &A) { A.Free(A.Allocate(-3)); }
extern "C" void end(kj::Arena &A, b2BlockAllocator &B, b2StackAllocator &C) {
  A.~Arena();
  B.~b2BlockAllocator();
  C.~b2StackAllocator();
}
// CHECK-LABEL: define {{.*}}@use_arena(
// CHECK-LABEL: define {{.*}}@_ZN2kj5Arena8allocate
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 5)
extern "C" void use_arena(kj::Arena &A) { A.allocate<char[5]>(); }
