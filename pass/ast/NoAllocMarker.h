//===- NoAllocMarker.h - Annotates [[clang::nonallocating]] functions -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   void f() [[clang::nonallocating]];   ──▶   annotate("allocsite::no_alloc")
//
// clang 19 and later keep the effect in the function's type, but do not write it to the IR.
// The annotation does reach the IR (marks/NoAlloc.h).
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_AST_NOALLOCMARKER_H
#define ALLOCSITE_PASS_AST_NOALLOCMARKER_H

namespace clang {
class Decl;
} // namespace clang

namespace allocsite {

/// Annotates `D` if it is a function, and the functions in it. Call it before code is
/// generated. Does nothing before clang 19.
void markNoAlloc(clang::Decl *D);

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_NOALLOCMARKER_H
