//===- HeapAllocSite.h - What clang's metadata says of an allocation ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For debuggers of Windows clang notes the type on the call, with -g and whatever the
// system: of new-expressions, and of casts around calls of functions that are
// declared with __declspec(allocator):
//
//   %p = call ptr @_Znwm(i64 24), !heapallocsite !12
//   !12 = !DICompositeType(tag: DW_TAG_structure_type, name: "Foo", scope: !6, …)
//   !6 = !DINamespace(name: "ns")                                      ->  ns::Foo
//
// In C a class without a tag has the name of its typedef there, and is `struct name`.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_HEAPALLOCSITE_H
#define ALLOCSITE_PASS_RECOGNISE_HEAPALLOCSITE_H

#include "llvm/IR/InstrTypes.h"
#include <string>

namespace allocsite {

/// The type that `Call` is noted with, without typedefs, arrays by their elements; ""
/// where there is none, it is one of bytes, or it has no name.
std::string heapAllocType(const llvm::CallBase &Call);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_HEAPALLOCSITE_H
