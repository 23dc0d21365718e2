//===- CallVisitor.h - Finds the calls that may allocate ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through a parsed translation unit, instances of templates and code that is
// not written (default arguments, initialisers of members) included, and enters each
// call that might be one of an allocator into a TypeTable. Which functions are
// allocators is not known here.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_AST_CALLVISITOR_H
#define ALLOCSITE_PASS_AST_CALLVISITOR_H

#include "PointerMarker.h"
#include "TypeTable.h"
#include "clang/AST/ASTContext.h"

namespace allocsite {

/// `Marked` are calls through pointers that may be allocators as well, or null.
/// Also tells `Headers` of each function that code may be made of.
void findCalls(clang::ASTContext &Ctx, const PointerMarker *Marked, TypeTable &Table,
               SystemHeaders &Headers);

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_CALLVISITOR_H
