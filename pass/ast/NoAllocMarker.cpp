//===- NoAllocMarker.cpp - Annotates [[clang::nonallocating]] functions ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NoAllocMarker.h"
#include "Compat.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace allocsite {

void markNoAlloc(Decl *D) {
  if (auto *F = llvm::dyn_cast<FunctionDecl>(D)) {
    if (mustNotAllocate(*F))
      F->addAttr(
          AnnotateAttr::CreateImplicit(F->getASTContext(), "allocsite::no_alloc", nullptr, 0));
    return;
  }
  if (!HasEffects || !llvm::isa<NamespaceDecl, LinkageSpecDecl, RecordDecl>(D))
    return;
  for (Decl *Each : llvm::cast<DeclContext>(D)->decls())
    markNoAlloc(Each);
}

} // namespace allocsite
