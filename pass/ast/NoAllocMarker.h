//===- NoAllocMarker.h - Functions whose type says that they do not allocate -===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   void f() [[clang::nonallocating]];   ──▶   annotate("allocsite::no_alloc")
//
// clang 19 and later keep the effect in the function's type, and nothing of it comes into the
// IR. The annotation does (marks/NoAlloc.h).
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_AST_NOALLOCMARKER_H
#define ALLOCSITE_PASS_AST_NOALLOCMARKER_H

namespace clang {
class Decl;
} // namespace clang

namespace allocsite {

/// Annotates the functions that `D` is or holds, before code is made of them. Does nothing
/// where clang does not know such effects.
void markNoAlloc(clang::Decl *D);

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_NOALLOCMARKER_H
