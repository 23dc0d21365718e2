//===- ReadSources.h - Parses all sources, and keeps their facts ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_READ_READSOURCES_H
#define ALLOCSITE_DISCOVER_READ_READSOURCES_H

#include "discover/facts/Facts.h"
#include "discover/read/Database.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace allocsite {

struct SourceProblem {
  std::string Path;
  std::string What; ///< The first error, with its place.
};

struct SourcesRead {
  std::vector<UnitFacts> Units; ///< In the order of the sources.
  /// Sources with errors. What could be read of them is in Units all the same.
  std::vector<SourceProblem> Problems;
};

/// On `Jobs` threads; 0: one for each core. On a terminal a bar on standard error
/// tells how far it is.
SourcesRead readSources(const std::vector<SourceFile> &Sources, unsigned Jobs);

/// The facts of all functions outside of system headers. Reads trees with errors as far as
/// possible. May run on several threads, each with its own tree.
UnitFacts readFacts(clang::ASTContext &Ctx);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_READ_READSOURCES_H
