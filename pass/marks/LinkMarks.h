//===- LinkMarks.h - Marks that wait for the link -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With `lto=1` the last stage runs when full link-time optimisation has joined all files to
// one module. Then it sees which functions never allocate, all calls, and which functions
// restore the context. Until then the marks stay in the bitcode. Ids count from 1 in each
// file, so a key tells the files apart, which the linker would mix up:
//
//     a.o   label allocsite.marker.5d0f…   "allocsite.site"="1@5d0f…"
//           !allocsite.sites.5d0f… = !{…}
//     b.o   label allocsite.marker.91c2…   …
//
//     the link   label allocsite.marker, ids of b after those of a
//
// The key is a hash of the file's bitcode. A link without the plugin fails: each file refers
// to an undefined symbol, which the last stage removes. A link with files that were compiled
// with -flto and other options also fails: code that is already instrumented, or must not be,
// would be inlined into code that the last stage instruments.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_LINKMARKS_H
#define ALLOCSITE_PASS_MARKS_LINKMARKS_H

#include "support/Options.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace allocsite {

/// True if full link-time optimisation will join this file with others, from any compiler.
bool isForFullLink(const llvm::Module &M);

/// Leaves the marks of `M` for the link.
void leaveForLink(llvm::Module &M, const Options &Opts);

/// Joins the marks of all files that were left for the link to those of one module; does
/// nothing if there are none. The linker runs this pass first, before it inlines anything from
/// one file into another. A call of a library's allocator may now have a body, if the program
/// itself defines it. The body may be inlined, or ignore arguments, so the call is marked like
/// any other with a body.
class JoinPass : public llvm::PassInfoMixin<JoinPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // -O0 included.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_LINKMARKS_H
