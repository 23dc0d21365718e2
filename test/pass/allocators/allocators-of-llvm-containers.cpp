// LLVM's containers are no frames, as those of the C++ library are none: an allocation of
// theirs is one of whoever adds to them. A class of that name in another namespace is one.
//
// RUN: %cxx -std=c++17 -O0 %s -o %t && %profile %t && %rows --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv > %t.O0
// RUN: LC_ALL=C sort %t.O0 | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %cxx -std=c++17 -O2 %s -o %t && %profile %t && %rows --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv > %t.O2
// RUN: LC_ALL=C sort %t.O2 | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
//
//      CHECK:addNumber()|main|10|1|malloc
// CHECK-NEXT:addPointer()|main|11|1|malloc
// CHECK-NEXT:addToFoldingSet()|main|12|1|calloc
// CHECK-NEXT:addToMap()|main|13|1|operator new
// CHECK-NEXT:addToMapVector()|main|13|1|operator new
// CHECK-NEXT:addToSet()|main|13|1|operator new
// CHECK-NEXT:addToSetVector()|main|13|1|operator new
// CHECK-NEXT:addToSmallMap()|main|14|1|operator new
// CHECK-NEXT:addToSmallSet()|main|10|1|malloc
// CHECK-NEXT:addWord()|main|15|1|calloc
// CHECK-NEXT:addWordToSet()|main|15|1|calloc
// CHECK-NEXT:copyText()|main|16|1|realloc
// CHECK-NEXT:mine::SmallVectorBase<int>::grow_pod()|main|17|1|malloc
// CHECK-NEXT:setBit()|main|18|1|operator new
#include <cstddef>
#include <cstdlib>
#include <new>

static void *volatile Last;
// The last call of a function is none that it becomes, and it is not inlined.
#define STEP(Name, Next)                                                       \
  __attribute__((noinline)) static void Name() {                               \
    Next;                                                                      \
    Last = nullptr;                                                            \
  }

namespace llvm {
__attribute__((noinline)) void *safe_malloc(size_t Size) { return malloc(Size); }
__attribute__((noinline)) void *safe_calloc(size_t N, size_t Size) {
  return calloc(N, Size);
}
__attribute__((noinline)) void *safe_realloc(void *At, size_t Size) {
  return realloc(At, Size);
}
__attribute__((noinline)) void *allocate_buffer(size_t Size, size_t) {
  return ::operator new(Size);
}

template <typename> struct SmallVectorBase {
  STEP(replaceAllocation, Last = safe_malloc(10))
  STEP(mallocForGrow, replaceAllocation())
  STEP(grow_pod, Last = safe_realloc(nullptr, 16))
};
template <typename> struct SmallVectorTemplateCommon {
  STEP(grow_pod, SmallVectorBase<int>::grow_pod())
  STEP(reserveForParamAndGetAddressImpl, grow_pod())
};
template <typename> struct SmallVectorTemplateBase {
  STEP(mallocForGrow, SmallVectorBase<int>::mallocForGrow())
  STEP(grow, mallocForGrow())
  STEP(growAndAssign, grow())
  STEP(growAndEmplaceBack, growAndAssign())
  STEP(push_back, growAndEmplaceBack())
  STEP(reserveForParamAndGetAddress,
       SmallVectorTemplateCommon<int>::reserveForParamAndGetAddressImpl())
};
template <typename> struct SmallVectorImpl {
  STEP(emplace_back, SmallVectorTemplateBase<int>::push_back())
  STEP(resize, emplace_back())
  STEP(assign, resize())
  STEP(reserve, SmallVectorTemplateBase<int>::reserveForParamAndGetAddress())
  STEP(append, reserve())
  STEP(insert, append())
};
template <typename> struct SmallSet { STEP(insert, SmallVectorImpl<int>::assign()) };
struct SmallPtrSetImplBase {
  STEP(Grow, Last = safe_malloc(11))
  STEP(insert_imp_big, Grow())
  STEP(insert_imp, insert_imp_big())
};
template <typename> struct SmallPtrSetImpl {
  STEP(insert, SmallPtrSetImplBase::insert_imp())
};

struct FoldingSetBase {
  __attribute__((noinline)) FoldingSetBase() {
    InsertNode();
    Last = nullptr;
  }
  STEP(GrowHashTable, Last = safe_calloc(1, 12))
  STEP(GrowBucketCount, GrowHashTable())
  STEP(InsertNode, GrowBucketCount())
};

template <typename> struct DenseMap {
  STEP(allocateBuckets, Last = allocate_buffer(13, 8))
  STEP(init, allocateBuckets())
  STEP(grow, init())
  STEP(copyFrom, grow())
};
template <typename> struct SmallDenseMap {
  STEP(allocateBuckets, Last = allocate_buffer(14, 8))
  STEP(init, allocateBuckets())
  STEP(grow, init())
  STEP(copyFrom, grow())
};
template <typename Derived> struct DenseMapBase {
  STEP(grow, Derived::copyFrom())
  STEP(reserve, grow())
  STEP(InsertIntoBucketImpl, reserve())
  STEP(InsertIntoBucket, InsertIntoBucketImpl())
  STEP(FindAndConstruct, InsertIntoBucket())
  STEP(try_emplace, FindAndConstruct())
  STEP(insert, try_emplace())
};
namespace detail {
template <typename> struct DenseSetImpl {
  STEP(insert, DenseMapBase<DenseMap<int>>::insert())
};
} // namespace detail
template <typename> struct SetVector { STEP(insert, detail::DenseSetImpl<int>::insert()) };
template <typename> struct MapVector {
  STEP(insert, DenseMapBase<DenseMap<int>>::insert())
};
template <typename> struct SparseBitVector { STEP(set, Last = ::operator new(18)) };

struct StringMapImpl {
  STEP(init, Last = safe_calloc(1, 15))
  STEP(RehashTable, init())
  STEP(LookupBucketFor, RehashTable())
};
template <typename> struct StringMap {
  STEP(try_emplace, StringMapImpl::LookupBucketFor())
  STEP(insert, try_emplace())
};
template <typename> struct StringSet { STEP(insert, StringMap<int>::insert()) };
} // namespace llvm

namespace mine {
template <typename> struct SmallVectorBase { STEP(grow_pod, Last = malloc(17)) };
} // namespace mine

STEP(addNumber, llvm::SmallVectorImpl<int>::assign())
STEP(copyText, llvm::SmallVectorImpl<int>::insert())
STEP(addToSmallSet, llvm::SmallSet<int>::insert())
STEP(addPointer, llvm::SmallPtrSetImpl<int>::insert())
STEP(addToFoldingSet, llvm::FoldingSetBase Set)
STEP(addToMap, llvm::DenseMapBase<llvm::DenseMap<int>>::insert())
STEP(addToSmallMap, llvm::DenseMapBase<llvm::SmallDenseMap<int>>::insert())
STEP(addToSet, llvm::detail::DenseSetImpl<int>::insert())
STEP(addToSetVector, llvm::SetVector<int>::insert())
STEP(addToMapVector, llvm::MapVector<int>::insert())
STEP(setBit, llvm::SparseBitVector<int>::set())
STEP(addWord, llvm::StringMap<int>::insert())
STEP(addWordToSet, llvm::StringSet<int>::insert())

int main() {
  addNumber();
  copyText();
  addToSmallSet();
  addPointer();
  addToFoldingSet();
  addToMap();
  addToSmallMap();
  addToSet();
  addToSetVector();
  addToMapVector();
  setBit();
  addWord();
  addWordToSet();
  mine::SmallVectorBase<int>::grow_pod();
}
