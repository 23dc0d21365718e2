// The arenas of Protocol Buffers, LevelDB, RocksDB, folly and the C++ library, as their
// headers declare them, are counted with the bytes that a call asks for. A class of
// the same name in another namespace is another one.
//
// RUN: %clangxx -std=c++17 -S -emit-llvm -O0 %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
//
// SITES-DAG: !"google::protobuf::Arena::Allocate", i32 1, i32 1
// SITES-DAG: !"google::protobuf::Arena::AllocateForArray", i32 1, i32 1
// SITES-DAG: !"google::protobuf::Arena::AllocateAligned", i32 1, i32 1
// SITES-DAG: !"google::protobuf::Arena::AllocateAlignedForArray", i32 1, i32 1
// SITES-DAG: !"google::protobuf::Arena::AllocateInternal", i32 1, i32 1
// SITES-DAG: !"google::protobuf::Arena::AllocateAlignedNoHook", i32 1, i32 1
// SITES-DAG: !"google::protobuf::Arena::AllocateAlignedWithHook", i32 1, i32 1
// SITES-DAG: !"google::protobuf::Arena::AllocateAlignedWithHookForArray", i32 1, i32 1
// SITES-DAG: !"google::protobuf::Arena::AllocateAlignedWithCleanup", i32 1, i32 1
// SITES-DAG: !"leveldb::Arena::Allocate", i32 1, i32 1
// SITES-DAG: !"leveldb::Arena::AllocateAligned", i32 1, i32 1
// SITES-DAG: !"rocksdb::Arena::Allocate", i32 1, i32 1
// SITES-DAG: !"rocksdb::Arena::AllocateAligned", i32 1, i32 1
// SITES-DAG: !"rocksdb::ConcurrentArena::Allocate", i32 1, i32 1
// SITES-DAG: !"rocksdb::ConcurrentArena::AllocateAligned", i32 1, i32 1
// SITES-DAG: !"folly::Arena::allocate", i32 1, i32 1
// SITES-DAG: !"folly::ThreadCachedArena::allocate", i32 1, i32 1
// SITES-DAG: !"std::pmr::memory_resource::allocate", i32 1, i32 1
// SITES-DAG: !"std::__1::pmr::memory_resource::allocate", i32 1, i32 1
// SITES-DAG: !"std::pmr::monotonic_buffer_resource::do_allocate", i32 1, i32 1
// SITES-DAG: !"std::pmr::synchronized_pool_resource::do_allocate", i32 1, i32 1
// SITES-DAG: !"std::pmr::unsynchronized_pool_resource::do_allocate", i32 1, i32 1
#include <cstddef>

namespace std {
class type_info;
namespace pmr {
struct memory_resource {
  void *allocate(size_t, size_t);
  void deallocate(void *, size_t, size_t);
};
struct monotonic_buffer_resource {
  void *do_allocate(size_t, size_t);
  void release();
};
struct synchronized_pool_resource {
  void *do_allocate(size_t, size_t);
};
struct unsynchronized_pool_resource {
  void *do_allocate(size_t, size_t);
};
} // namespace pmr
namespace __1 {
namespace pmr {
struct memory_resource {
  void *allocate(size_t, size_t);
};
} // namespace pmr
} // namespace __1
} // namespace std
namespace google {
namespace protobuf {
struct Cleanup {
  void *First;
  void *Second;
};
struct Arena {
  void *Allocate(size_t);
  void *AllocateForArray(size_t);
  void *AllocateAligned(size_t, size_t);
  void *AllocateAlignedForArray(size_t, size_t);
  void *AllocateInternal(size_t, size_t, void (*)(void *), const std::type_info *);
  void *AllocateAlignedNoHook(size_t);
  void *AllocateAlignedWithHook(size_t, const std::type_info *);
  void *AllocateAlignedWithHookForArray(size_t, const std::type_info *);
  Cleanup AllocateAlignedWithCleanup(size_t, const std::type_info *);
  size_t Reset();
};
} // namespace protobuf
} // namespace google
namespace leveldb {
struct Arena {
  char *Allocate(size_t);
  char *AllocateAligned(size_t);
};
} // namespace leveldb
namespace rocksdb {
struct Logger;
struct Arena {
  char *Allocate(size_t);
  char *AllocateAligned(size_t, size_t, Logger *);
};
struct ConcurrentArena {
  char *Allocate(size_t);
  char *AllocateAligned(size_t, size_t, Logger *);
};
} // namespace rocksdb
namespace folly {
template <class Alloc> struct Arena {
  void *allocate(size_t);
  void deallocate(void *, size_t);
};
struct ThreadCachedArena {
  void *allocate(size_t);
};
} // namespace folly
namespace mine {
struct Arena {
  char *Allocate(size_t);
  void *allocate(size_t);
};
} // namespace mine

#define USE(Name, Class, Call)                                                 \
  extern "C" void use_##Name(Class &A) { (void)A.Call; }
// CHECK-LABEL: define {{.*}}@use_one(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 1)
USE(one, google::protobuf::Arena, Allocate(1))
// CHECK-LABEL: define {{.*}}@use_two(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 2)
USE(two, google::protobuf::Arena, AllocateForArray(2))
// CHECK-LABEL: define {{.*}}@use_three(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 3)
USE(three, google::protobuf::Arena, AllocateAligned(3, 8))
// CHECK-LABEL: define {{.*}}@use_four(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 4)
USE(four, google::protobuf::Arena, AllocateAlignedForArray(4, 8))
// CHECK-LABEL: define {{.*}}@use_five(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 5)
USE(five, google::protobuf::Arena, AllocateInternal(5, 8, nullptr, nullptr))
// CHECK-LABEL: define {{.*}}@use_six(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 6)
USE(six, google::protobuf::Arena, AllocateAlignedNoHook(6))
// CHECK-LABEL: define {{.*}}@use_seven(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 7)
USE(seven, google::protobuf::Arena, AllocateAlignedWithHook(7, nullptr))
// CHECK-LABEL: define {{.*}}@use_eight(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 8)
USE(eight, google::protobuf::Arena, AllocateAlignedWithHookForArray(8, nullptr))
// CHECK-LABEL: define {{.*}}@use_nine(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 9)
USE(nine, google::protobuf::Arena, AllocateAlignedWithCleanup(9, nullptr))
// CHECK-LABEL: define {{.*}}@use_ten(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 10)
USE(ten, leveldb::Arena, Allocate(10))
// CHECK-LABEL: define {{.*}}@use_eleven(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 11)
USE(eleven, leveldb::Arena, AllocateAligned(11))
// CHECK-LABEL: define {{.*}}@use_twelve(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 12)
USE(twelve, rocksdb::Arena, Allocate(12))
// CHECK-LABEL: define {{.*}}@use_thirteen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 13)
USE(thirteen, rocksdb::Arena, AllocateAligned(13, 0, nullptr))
// CHECK-LABEL: define {{.*}}@use_fourteen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 14)
USE(fourteen, rocksdb::ConcurrentArena, Allocate(14))
// CHECK-LABEL: define {{.*}}@use_fifteen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 15)
USE(fifteen, rocksdb::ConcurrentArena, AllocateAligned(15, 0, nullptr))
// CHECK-LABEL: define {{.*}}@use_sixteen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 16)
USE(sixteen, folly::Arena<int>, allocate(16))
// CHECK-LABEL: define {{.*}}@use_seventeen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 17)
USE(seventeen, folly::ThreadCachedArena, allocate(17))
// CHECK-LABEL: define {{.*}}@use_eighteen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 18)
USE(eighteen, std::pmr::memory_resource, allocate(18, 8))
// CHECK-LABEL: define {{.*}}@use_nineteen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 19)
USE(nineteen, std::__1::pmr::memory_resource, allocate(19, 8))
// CHECK-LABEL: define {{.*}}@use_twenty(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 20)
USE(twenty, std::pmr::monotonic_buffer_resource, do_allocate(20, 8))
// CHECK-LABEL: define {{.*}}@use_more(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
USE(more, std::pmr::synchronized_pool_resource, do_allocate(21, 8))
// CHECK-LABEL: define {{.*}}@use_most(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 22)
USE(most, std::pmr::unsynchronized_pool_resource, do_allocate(22, 8))

USE(other1, mine::Arena, Allocate(30))
USE(other2, mine::Arena, allocate(31))
USE(other3, google::protobuf::Arena, Reset())
USE(other4, std::pmr::monotonic_buffer_resource, release())
USE(other5, folly::Arena<int>, deallocate(nullptr, 32))
