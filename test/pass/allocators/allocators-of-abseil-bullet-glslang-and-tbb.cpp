// Abseil's allocator below malloc, the heap and the blocks of Bullet, the pool of glslang,
// and the heap, the pools and the small objects of oneTBB, as their headers declare them,
// are counted with the bytes that a call asks for; their typed functions are no frames.
//
// RUN: %clangxx -std=c++17 -S -emit-llvm -O0 %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
//
// SITES-DAG: !"absl::LowLevelAlloc::Alloc", i32 {{.}}, i32 1,
// SITES-DAG: !"absl::LowLevelAlloc::AllocWithArena", i32 {{.}}, i32 1,
// SITES-DAG: !"btPoolAllocator::allocate", i32 {{.}}, i32 1,
// SITES-DAG: !"btAlignedAllocInternal", i32 {{.}}, i32 0,
// SITES-DAG: !"glslang::TPoolAllocator::allocate", i32 {{.}}, i32 1,
// SITES-DAG: !"scalable_calloc", i32 {{.}}, i32 0,
// SITES-DAG: !"rml::pool_malloc", i32 {{.}}, i32 1,
// SITES-DAG: !"tbb::allocate_memory", i32 {{.}}, i32 0,
// SITES-DAG: !"tbb::cache_aligned_allocate", i32 {{.}}, i32 0,
// SITES-DAG: !"tbb::small_object_pool", i32 {{.}}, i32 1,
#include <cstddef>
#include <new>

namespace absl {
inline namespace lts {
namespace base_internal {
struct LowLevelAlloc {
  struct Arena;
  static void *Alloc(size_t);
  static void *AllocWithArena(size_t, Arena *);
  static void Free(void *);
  static Arena *NewArena(int);
  static bool DeleteArena(Arena *);
};
} // namespace base_internal
} // namespace lts
} // namespace absl
void *btAlignedAllocInternal(size_t, int);
void btAlignedFreeInternal(void *);
// Where BT_DEBUG_MEMORY_ALLOCATIONS is defined.
void *btAlignedAllocInternal(size_t, int, int, const char *);
void btAlignedFreeInternal(void *, int, const char *);
template <typename T, unsigned Alignment> struct btAlignedAllocator {
  T *allocate(int N) {
    return reinterpret_cast<T *>(btAlignedAllocInternal(sizeof(T) * N, Alignment));
  }
};
struct btPoolAllocator {
  ~btPoolAllocator();
  void *allocate(int);
  void freeMemory(void *);
};
namespace glslang {
struct TPoolAllocator {
  ~TPoolAllocator();
  void *allocate(size_t);
  void pop();
  void popAll();
};
template <class T> struct pool_allocator {
  TPoolAllocator &From;
  T *allocate(size_t N) { return static_cast<T *>(From.allocate(N * sizeof(T))); }
};
} // namespace glslang
extern "C" {
void *scalable_malloc(size_t);
void *scalable_realloc(void *, size_t);
void *scalable_calloc(size_t, size_t);
int scalable_posix_memalign(void **, size_t, size_t);
void *scalable_aligned_malloc(size_t, size_t);
void *scalable_aligned_realloc(void *, size_t, size_t);
void scalable_free(void *);
void scalable_aligned_free(void *);
}
namespace rml {
struct MemoryPool;
void *pool_malloc(MemoryPool *, size_t);
void *pool_realloc(MemoryPool *, void *, size_t);
void *pool_aligned_malloc(MemoryPool *, size_t, size_t);
void *pool_aligned_realloc(MemoryPool *, void *, size_t, size_t);
bool pool_free(MemoryPool *, void *);
bool pool_reset(MemoryPool *);
bool pool_destroy(MemoryPool *);
} // namespace rml
namespace tbb::detail {
namespace d1 {
struct small_object_pool;
struct execution_data;
} // namespace d1
namespace r1 {
void *allocate_memory(size_t);
void deallocate_memory(void *);
void *cache_aligned_allocate(size_t);
void cache_aligned_deallocate(void *);
void *allocate(d1::small_object_pool *&, size_t);
void *allocate(d1::small_object_pool *&, size_t, const d1::execution_data &);
} // namespace r1
namespace d1 {
template <typename T> struct cache_aligned_allocator {
  T *allocate(size_t N) {
    return static_cast<T *>(r1::cache_aligned_allocate(N * sizeof(T)));
  }
};
template <typename T> struct tbb_allocator {
  T *allocate(size_t N) { return static_cast<T *>(r1::allocate_memory(N * sizeof(T))); }
};
template <typename T> struct scalable_allocator {
  T *allocate(size_t N) { return static_cast<T *>(scalable_malloc(N * sizeof(T))); }
};
struct pool_base {
  rml::MemoryPool *Its;
  void *malloc(size_t N) { return rml::pool_malloc(Its, N); }
  void *realloc(void *P, size_t N) { return rml::pool_realloc(Its, P, N); }
};
template <typename T> struct memory_pool_allocator {
  pool_base *From;
  T *allocate(size_t N) { return static_cast<T *>(From->malloc(N * sizeof(T))); }
};
struct small_object_allocator {
  small_object_pool *Its;
  template <typename T> T *new_object() {
    return new (r1::allocate(Its, sizeof(T))) T();
  }
};
} // namespace d1
} // namespace tbb::detail

using absl::base_internal::LowLevelAlloc;
using namespace tbb::detail;

// CHECK-LABEL: define {{.*}}@use_abseil(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 11)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 12)
extern "C" void use_abseil() {
  LowLevelAlloc::Arena *A = LowLevelAlloc::NewArena(0);
  LowLevelAlloc::Free(LowLevelAlloc::Alloc(11));
  LowLevelAlloc::Free(LowLevelAlloc::AllocWithArena(12, A));
  LowLevelAlloc::DeleteArena(A);
}
// CHECK-LABEL: define {{.*}}@use_bullet(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 14)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 13)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
extern "C" void use_bullet(btPoolAllocator &P) {
  btAlignedFreeInternal(btAlignedAllocInternal(14, 16));
  btAlignedFreeInternal(btAlignedAllocInternal(13, 16, 1, ""), 1, "");
  P.freeMemory(P.allocate(-1));
  P.~btPoolAllocator();
}
// CHECK-LABEL: define {{.*}}@use_glslang(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 15)
extern "C" void use_glslang(glslang::TPoolAllocator &P) {
  P.allocate(15);
  P.pop();
  P.popAll();
  P.~TPoolAllocator();
}
// CHECK-LABEL: define {{.*}}@use_tbb(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 22)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 17)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 23)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 24)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 25)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 18)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 26)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 27)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 19)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 28)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 29)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 20)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 30)
extern "C" void use_tbb(rml::MemoryPool *P, d1::small_object_pool *S,
                        d1::execution_data &E) {
  void *M = scalable_calloc(3, 7);
  M = scalable_realloc(M, 22);
  scalable_posix_memalign(&M, 16, 17);
  scalable_free(scalable_malloc(23));
  M = scalable_aligned_malloc(24, 16);
  scalable_aligned_free(scalable_aligned_realloc(M, 25, 16));
  M = rml::pool_malloc(P, 18);
  M = rml::pool_realloc(P, M, 26);
  M = rml::pool_aligned_malloc(P, 27, 16);
  M = rml::pool_aligned_realloc(P, M, 19, 16);
  rml::pool_free(P, M);
  rml::pool_reset(P);
  rml::pool_destroy(P);
  r1::deallocate_memory(r1::allocate_memory(28));
  r1::cache_aligned_deallocate(r1::cache_aligned_allocate(29));
  r1::allocate(S, 20, E);
  r1::allocate(S, 30);
}
// What is behind the typed functions counts, and is theirs.
// CHECK-LABEL: define {{.*}}@use_types(
// CHECK-COUNT-8: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
extern "C" void use_types(glslang::TPoolAllocator &G, d1::pool_base &P,
                          d1::small_object_allocator &S) {
  btAlignedAllocator<long, 16>().allocate(2);
  glslang::pool_allocator<long>{G}.allocate(2);
  d1::cache_aligned_allocator<long>().allocate(3);
  d1::tbb_allocator<long>().allocate(3);
  d1::scalable_allocator<long>().allocate(3);
  d1::memory_pool_allocator<long>{&P}.allocate(3);
  P.realloc(nullptr, 3);
  S.new_object<long>();
}
