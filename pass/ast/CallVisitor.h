//===- CallVisitor.h - Finds the calls that may allocate ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Visits a parsed translation unit, with instances of templates and implicit code
// (default arguments, initialisers of members), and enters each call that might
// allocate into a TypeTable. It does not know which functions are allocators.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_AST_CALLVISITOR_H
#define ALLOCSITE_PASS_AST_CALLVISITOR_H

#include "PointerMarker.h"
#include "TypeTable.h"
#include "clang/AST/ASTContext.h"

namespace allocsite {

/// Fills `Table`. `Marked` has the calls through pointers that may allocate too, or is null.
/// Also adds each function that may be emitted to `Headers`.
void findCalls(clang::ASTContext &Ctx, const PointerMarker *Marked, TypeTable &Table,
               SystemHeaders &Headers);

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_CALLVISITOR_H
