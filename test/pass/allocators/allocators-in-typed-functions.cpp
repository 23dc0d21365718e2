// LLVM and Protocol Buffers have typed functions before what allocates, up to four on each
// other. They are wrappers: who calls the first of them is pc0, and the type is the one that
// it was called for. (The functions of other versions stand here too.)
//
// RUN: %typed_cxx -g -std=c++17 -O0 %s -o %t && %profile %t && %rows --short --cols 'pc0,pc1,bytes allocated,call count,allocator,type' %t.csv | LC_ALL=C sort > %t.O0
// RUN: %FileCheck %s --match-full-lines --implicit-check-not={{.}} --input-file=%t.O0
// RUN: %typed_cxx -g -std=c++17 -O2 %s -o %t && %profile %t && %rows --short --cols 'pc0,pc1,bytes allocated,call count,allocator,type' %t.csv | LC_ALL=C sort > %t.O2
// RUN: diff %t.O0 %t.O2
//
//      CHECK:llvm::BumpPtrAllocatorImpl<{{.*}}>::startNewSlab|llvm::BumpPtrAllocatorImpl<{{.*}}>::Allocate|4096|1|operator new|-
// CHECK-NEXT:useBump|main|16|5|llvm::BumpPtrAllocatorImpl::Allocate|-
// CHECK-NEXT:useBump|main|24|5|llvm::BumpPtrAllocatorImpl::Allocate|Entry
// CHECK-NEXT:useBump|main|24|5|llvm::BumpPtrAllocatorImpl::Allocate|Entry
// CHECK-NEXT:useBump|main|40|5|llvm::BumpPtrAllocatorImpl::Allocate|Entry
// CHECK-NEXT:useBump|main|48|5|llvm::BumpPtrAllocatorImpl::Allocate|Entry
// CHECK-NEXT:useMessages|main|12|5|google::protobuf::Arena::AllocateAligned|int
// CHECK-NEXT:useMessages|main|24|5|google::protobuf::Arena::AllocateAligned|Entry
// CHECK-NEXT:useMessages|main|24|5|google::protobuf::Arena::AllocateInternal|Entry
// CHECK-NEXT:useMessages|main|24|5|operator new|Entry
#include <cstddef>
#include <new>

#define NOINLINE __attribute__((noinline))

struct Entry {
  long Key, Value, Next;
};

namespace llvm {
inline void *allocate_buffer(size_t Size, size_t) { return ::operator new(Size); }
template <typename Derived> struct AllocatorBase {
  void *Allocate(size_t Size, size_t Align) {
    return static_cast<Derived *>(this)->Allocate(Size, Align);
  }
  template <typename T> T *Allocate(size_t Number = 1) {
    return static_cast<T *>(Allocate(Number * sizeof(T), alignof(T)));
  }
};
struct MallocAllocator : AllocatorBase<MallocAllocator> {
  void *Allocate(size_t Size, size_t Align) { return allocate_buffer(Size, Align); }
};
template <typename From = MallocAllocator>
struct BumpPtrAllocatorImpl : AllocatorBase<BumpPtrAllocatorImpl<From>> {
  From Slabs;
  char *Next = nullptr;
  BumpPtrAllocatorImpl() = default;
  BumpPtrAllocatorImpl(BumpPtrAllocatorImpl &&Old) : Next(Old.Next) {}
  BumpPtrAllocatorImpl &operator=(BumpPtrAllocatorImpl &&Old) {
    Next = Old.Next;
    return *this;
  }
  NOINLINE void startNewSlab() { Next = static_cast<char *>(Slabs.Allocate(4096, 16)); }
  void *Allocate(size_t Size, size_t) {
    if (!Next)
      startNewSlab();
    return (Next += Size) - Size;
  }
  using AllocatorBase<BumpPtrAllocatorImpl>::Allocate;
};
template <typename T> struct SpecificBumpPtrAllocator {
  BumpPtrAllocatorImpl<> &From;
  T *Allocate(size_t Number = 1) { return From.template Allocate<T>(Number); }
};
template <typename T> struct Recycler {
  template <typename A> T *Allocate(A &From) {
    return static_cast<T *>(From.Allocate(sizeof(T), alignof(T)));
  }
};
template <typename A, typename T> struct RecyclingAllocator {
  Recycler<T> Base;
  A &From;
  T *Allocate() { return Base.Allocate(From); }
};
struct StringMapEntryBase {
  template <typename A> static void *allocateWithKey(size_t Size, size_t Key, A &From) {
    return From.Allocate(Size + Key, 8);
  }
};
template <typename T> struct StringMapEntry {
  template <typename A> static T *Create(size_t Key, A &From) {
    return static_cast<T *>(StringMapEntryBase::allocateWithKey(sizeof(T), Key, From));
  }
  template <typename A> static T *create(size_t Key, A &From) {
    return static_cast<T *>(StringMapEntryBase::allocateWithKey(sizeof(T), Key, From));
  }
};
} // namespace llvm

namespace google {
namespace protobuf {
struct Arena {
  char Bytes[4096], *Next = Bytes;
  template <typename T> struct InternalHelper {
    static T *New() { return new T(); }
  };
  template <typename T> static T *CreateMessage(Arena *A) {
    return CreateMaybeMessage<T>(A);
  }
  template <typename T> NOINLINE static T *CreateMaybeMessage(Arena *A) {
    return DoCreateMaybeMessage<T>(A);
  }
  template <typename T> static T *DoCreateMaybeMessage(Arena *A) {
    return CreateMessageInternal<T>(A);
  }
  template <typename T> static T *CreateMessageInternal(Arena *A) {
    return A ? A->DoCreateMessage<T>() : InternalHelper<T>::New();
  }
  template <typename T> T *DoCreateMessage() {
    return new (AllocateInternal(sizeof(T), alignof(T), nullptr)) T();
  }
  template <typename T> static T *Create(Arena *A) { return DefaultConstruct<T>(A); }
  template <typename T> static T *DefaultConstruct(Arena *A) {
    return CreateArenaCompatible<T>(A);
  }
  template <typename T> static T *CopyConstruct(Arena *A, const T *) {
    return CreateArenaCompatible<T>(A);
  }
  template <typename T> static T *CreateArenaCompatible(Arena *A) {
    return new (A->AllocateInternal<T>()) T();
  }
  template <typename T> static T *CreateArray(Arena *A, size_t Number) {
    return A->CreateInternalRawArray<T>(Number);
  }
  template <typename T> T *CreateInternalRawArray(size_t Number) {
    return static_cast<T *>(AllocateAligned(sizeof(T) * Number, alignof(T)));
  }
  template <typename T> static T *MakeUnique(Arena *A) { return CreateInternal<T>(A); }
  template <typename T> T *Make() { return CreateInternal<T>(this); }
  template <typename T> static T *CreateInternal(Arena *A) { return Create<T>(A); }
  template <typename T> void *AllocateInternal() {
    return static_cast<T *>(AllocateAligned(sizeof(T), alignof(T)));
  }
  void *AllocateInternal(size_t Size, size_t Align, void (*)(void *)) {
    return AllocateAligned(Size, Align);
  }
  NOINLINE void *AllocateAligned(size_t Size, size_t) { return (Next += Size) - Size; }
};
} // namespace protobuf
} // namespace google

void *volatile Sink;
using google::protobuf::Arena;

NOINLINE void useBump(llvm::BumpPtrAllocatorImpl<> &Bump) {
  Sink = Bump.Allocate(16, 8);
  Sink = Bump.Allocate<Entry>();
  Sink = llvm::SpecificBumpPtrAllocator<Entry>{Bump}.Allocate(2);
  Sink = llvm::RecyclingAllocator<llvm::BumpPtrAllocatorImpl<>, Entry>{{}, Bump}.Allocate();
  Sink = llvm::StringMapEntry<Entry>::create(16, Bump);
}
NOINLINE void useMessages(Arena &Messages) {
  Sink = Arena::CreateMessage<Entry>(&Messages);
  Sink = Arena::CreateMessage<Entry>(nullptr);
  Sink = Arena::Create<Entry>(&Messages);
  Sink = Arena::CreateArray<int>(&Messages, 3);
}
// What no other calls.
void ofOtherVersions(llvm::BumpPtrAllocatorImpl<> &Bump, Arena &Messages) {
  llvm::BumpPtrAllocatorImpl<> Moved(static_cast<llvm::BumpPtrAllocatorImpl<> &&>(Bump));
  Moved = static_cast<llvm::BumpPtrAllocatorImpl<> &&>(Bump);
  Sink = llvm::StringMapEntry<Entry>::Create(16, Bump);
  Sink = Arena::CopyConstruct<Entry>(&Messages, nullptr);
  Sink = Arena::MakeUnique<Entry>(&Messages);
  Sink = Messages.Make<Entry>();
}

int main() {
  llvm::BumpPtrAllocatorImpl<> Bump;
  Arena Messages;
  for (int I = 0; I < 5; ++I) {
    useBump(Bump);
    useMessages(Messages);
  }
}
