// RapidJSON's pool, also in a namespace of the user's; LLVM's bump allocator, in
// LLVM's alone.
//
// RUN: %clangxx -std=c++17 -S -emit-llvm -O0 %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
//
// SITES-DAG: !"rapidjson::MemoryPoolAllocator::Malloc", i32 1, i32 1
// SITES-DAG: !"mine::json::MemoryPoolAllocator::Malloc", i32 1, i32 1
// SITES-DAG: !"rapidjson::MemoryPoolAllocator::Realloc", i32 1, i32 1
// SITES-DAG: !"llvm::BumpPtrAllocatorImpl::Allocate", i32 1, i32 1
#include <cstddef>

namespace rapidjson {
struct CrtAllocator {};
template <typename Base = CrtAllocator> struct MemoryPoolAllocator {
  void *Malloc(size_t);
  void *Realloc(void *, size_t, size_t);
  static void Free(void *);
};
} // namespace rapidjson
namespace mine {
namespace json {
template <typename Base> struct MemoryPoolAllocator {
  void *Malloc(size_t);
};
} // namespace json
template <typename T> struct BumpPtrAllocatorImpl {
  void *Allocate(size_t, size_t);
};
} // namespace mine
namespace llvm {
template <typename A = char, size_t SlabSize = 4096>
struct BumpPtrAllocatorImpl {
  void *Allocate(size_t, size_t);
  void Deallocate(const void *, size_t, size_t);
};
} // namespace llvm

// CHECK-LABEL: define {{.*}}@_Z3one{{.*}}(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 1)
void *one(rapidjson::MemoryPoolAllocator<> &A) { return A.Malloc(1); }
// CHECK-LABEL: define {{.*}}@_Z3two{{.*}}(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 2)
void *two(mine::json::MemoryPoolAllocator<int> &A) { return A.Malloc(2); }
// CHECK-LABEL: define {{.*}}@_Z5three{{.*}}(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 3)
void *three(rapidjson::MemoryPoolAllocator<> &A, void *P) { return A.Realloc(P, 99, 3); }
// CHECK-LABEL: define {{.*}}@_Z4four{{.*}}(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 4)
void *four(llvm::BumpPtrAllocatorImpl<> &A) { return A.Allocate(4, 16); }

// CHECK-LABEL: define {{.*}}@_Z10nearMisses{{.*}}(
// CHECK-NOT: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
void nearMisses(llvm::BumpPtrAllocatorImpl<> &L, mine::BumpPtrAllocatorImpl<int> &M) {
  L.Deallocate(nullptr, 5, 6);
  M.Allocate(7, 8);
  rapidjson::MemoryPoolAllocator<>::Free(nullptr);
}
