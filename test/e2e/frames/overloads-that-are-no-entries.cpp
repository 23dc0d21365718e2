// A function of an entry's name and of other parameters is no entry: it is a caller of one,
// also where it was inlined and nothing but its name is left to tell.
//
// RUN: %cxx -O0 %s -o %t && %profile %t && %rows --short --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | LC_ALL=C sort > %t.O0
// RUN: %FileCheck %s --match-full-lines --implicit-check-not={{.}} --input-file=%t.O0
// RUN: %cxx -O2 %s -o %t && %profile %t && %rows --short --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | LC_ALL=C sort > %t.O2
// RUN: diff %t.O0 %t.O2
// RUN: %cxx -O2 -g %s -o %t && %profile %t && %rows --short --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | LC_ALL=C sort > %t.g
// RUN: diff %t.O0 %t.g
//
//      CHECK:main|-|16|10|rocksdb::Arena::Allocate
// CHECK-NEXT:rocksdb::Arena::Allocate|main|42|10|rocksdb::Arena::Allocate
// CHECK-NEXT:rocksdb::Arena::Allocate|main|4|10|rocksdb::Arena::Allocate
// CHECK-NEXT:void* leveldb::Arena::AllocateAligned<Entry>|main|24|10|leveldb::Arena::AllocateAligned
// CHECK-NEXT:void* rocksdb::Arena::Allocate<Entry>|main|24|10|rocksdb::Arena::Allocate
#include <cstddef>

struct Entry {
  long Key, Value, Next;
};
struct Bump {
  char Bytes[4096], *Next = Bytes;
  __attribute__((noinline)) void *cut(size_t Size) { return (Next += Size) - Size; }
};

namespace leveldb {
struct Arena : Bump {
  template <typename T> void *AllocateAligned() { return AllocateAligned(sizeof(T)); }
  void *AllocateAligned(size_t Size) { return Allocate((Size + 7) & ~7); }
  void *Allocate(size_t Size) { return cut(Size); }
};
} // namespace leveldb

namespace rocksdb {
enum Kind { Long };
struct Arena : Bump {
  template <typename T> void *Allocate() { return Allocate(sizeof(T)); }
  void *Allocate(const char *Text, size_t) { return Allocate(*Text ? 4 : 1); }
  void *Allocate(Kind, size_t Size) { return Allocate(Size + 40); }
  void *Allocate(size_t Size) { return cut(Size); }
};
} // namespace rocksdb

void *volatile Sink;

int main() {
  leveldb::Arena Tables;
  rocksdb::Arena Keys;
  for (int I = 0; I < 10; ++I) {
    Sink = Tables.AllocateAligned<Entry>();
    Sink = Keys.Allocate(16);
    Sink = Keys.Allocate<Entry>();
    Sink = Keys.Allocate("text", 1);
    Sink = Keys.Allocate(rocksdb::Long, 2);
  }
}
