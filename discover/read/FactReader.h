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

/// The facts of all functions outside of system headers. Reads trees with errors as far as
/// possible. May run on several threads, each with its own tree.
UnitFacts readFacts(clang::ASTContext &Ctx);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_READ_FACTREADER_H
