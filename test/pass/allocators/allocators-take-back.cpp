// What frees a block, and what empties, makes or ends an arena, as the headers declare
// it: no site, and the rules that say so hold (every-rule-holds-for-a-declaration.test).
//
// RUN: %clangxx -std=c++17 -S -emit-llvm -O0 %s -o - | %instrument - -o - | %FileCheck %s
// CHECK-NOT: call {{.*}}@{{__allocsite_miss|allocsite.tags}}
#include <cstddef>
#include <cstdint>
#include <new>

extern "C" {
void cfree(void *);
void free_sized(void *, size_t);
void free_aligned_sized(void *, size_t, size_t);

struct SkipObstackPos {
  void *ptr;
};
SkipObstackPos SKIP_Obstack_note_inl(void);
void SKIP_Obstack_collect0(SkipObstackPos);
void *SKIP_Obstack_collect1(SkipObstackPos, void *);
void SKIP_Obstack_collect(SkipObstackPos, void **, size_t);
void SKIP_Obstack_auto_collect0(SkipObstackPos);
void *SKIP_Obstack_auto_collect1(SkipObstackPos, void *);
void SKIP_Obstack_auto_collect(SkipObstackPos, void **, size_t);
void SKIP_Obstack_inl_collect0(SkipObstackPos);
void *SKIP_Obstack_inl_collect1(SkipObstackPos, void *);
void SKIP_Obstack_inl_collect(SkipObstackPos, void **, size_t);
void *SKIP_new_Obstack(void);
void SKIP_destroy_Obstack(void *);
}

namespace std {
namespace pmr {
struct memory_resource {
  void deallocate(void *, size_t, size_t);
};
#define RESOURCE(Name)                                                         \
  struct Name {                                                                \
    ~Name();                                                                   \
    void release();                                                            \
  };
RESOURCE(monotonic_buffer_resource)
RESOURCE(synchronized_pool_resource)
RESOURCE(unsynchronized_pool_resource)
} // namespace pmr
} // namespace std

namespace google {
namespace protobuf {
struct Arena {
  ~Arena();
  uint64_t Reset();
};
} // namespace protobuf
} // namespace google
namespace leveldb {
struct Arena {
  ~Arena();
};
} // namespace leveldb
namespace rocksdb {
struct Arena {
  ~Arena();
};
struct ConcurrentArena {
  ~ConcurrentArena();
};
} // namespace rocksdb
namespace folly {
template <class Alloc> struct Arena {
  ~Arena();
  void clear();
};
} // namespace folly
namespace rapidjson {
template <class Base> struct MemoryPoolAllocator {
  ~MemoryPoolAllocator();
  void Clear();
};
} // namespace rapidjson
namespace llvm {
template <class A, size_t Slab> struct BumpPtrAllocatorImpl {
  ~BumpPtrAllocatorImpl();
  void Reset();
};
} // namespace llvm

template <class T> void end(T &Arena) { Arena.~T(); }

void others(void *Old, int *One, std::pmr::memory_resource &Resource,
            std::pmr::monotonic_buffer_resource &Monotonic,
            std::pmr::synchronized_pool_resource &Synchronized,
            std::pmr::unsynchronized_pool_resource &Unsynchronized,
            google::protobuf::Arena &Protobuf, leveldb::Arena &Level,
            rocksdb::Arena &Rocks, rocksdb::ConcurrentArena &Concurrent,
            folly::Arena<int> &Folly, rapidjson::MemoryPoolAllocator<int> &Json,
            llvm::BumpPtrAllocatorImpl<int, 4096> &Bump) {
  cfree(Old);
  free_sized(Old, 5);
  free_aligned_sized(Old, 64, 5);
  delete One;
  delete[] One;
  SkipObstackPos Note = SKIP_Obstack_note_inl();
  SKIP_Obstack_collect0(Note);
  SKIP_Obstack_collect1(Note, Old);
  SKIP_Obstack_collect(Note, &Old, 1);
  SKIP_Obstack_auto_collect0(Note);
  SKIP_Obstack_auto_collect1(Note, Old);
  SKIP_Obstack_auto_collect(Note, &Old, 1);
  SKIP_Obstack_inl_collect0(Note);
  SKIP_Obstack_inl_collect1(Note, Old);
  SKIP_Obstack_inl_collect(Note, &Old, 1);
  SKIP_destroy_Obstack(SKIP_new_Obstack());
  Resource.deallocate(Old, 5, 8);
  Monotonic.release();
  end(Monotonic);
  Synchronized.release();
  end(Synchronized);
  Unsynchronized.release();
  end(Unsynchronized);
  Protobuf.Reset();
  end(Protobuf);
  end(Level);
  end(Rocks);
  end(Concurrent);
  Folly.clear();
  end(Folly);
  Json.Clear();
  end(Json);
  Bump.Reset();
  end(Bump);
}
