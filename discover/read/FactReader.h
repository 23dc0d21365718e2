//===- FactReader.h - The facts of a syntax tree ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_READ_FACTREADER_H
#define ALLOCSITE_DISCOVER_READ_FACTREADER_H

#include "discover/facts/Facts.h"
#include "clang/AST/ASTContext.h"

namespace allocsite {

/// The bodies and calls of what is no system header. Trees with errors are read as
/// far as they go. May run on several threads, each with a tree of its own.
UnitFacts readFacts(clang::ASTContext &Ctx);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_READ_FACTREADER_H
