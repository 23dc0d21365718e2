//===- LinkMarks.h - Marks that wait for the link -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With `lto=1` the last stage runs when full link-time optimisation has made one module
// of all files, and sees which functions never allocate, who calls whom, and what each
// puts back. Until then the marks stay in the bitcode. Ids count from 1 in each file, so
// a key tells the files apart, where the linker would mix them up:
//
//     a.o   label allocsite.marker.5d0f…   "allocsite.site"="1@5d0f…"
//           !allocsite.sites.5d0f… = !{…}
//     b.o   label allocsite.marker.91c2…   …
//
//     the link   label allocsite.marker, ids of b behind those of a
//
// The key is a hash of the file's bitcode. An object that is linked without the plugin
// does not link: each refers to a symbol that nobody defines, and the last stage takes
// that away. Nor do files that were compiled with other options, or with -flto and without
// these: what was instrumented already, or never was to be, would be inlined in what is
// instrumented then.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_LINKMARKS_H
#define ALLOCSITE_PASS_MARKS_LINKMARKS_H

#include "support/Options.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// True where full link-time optimisation will make one module of this file and others,
/// of whatever compiler.
bool isForFullLink(const llvm::Module &M);

/// Leaves the marks of `M` for the link.
void leaveForLink(llvm::Module &M, const Options &Opts);

/// Makes the marks of all files that were left for the link those of one module. Does
/// nothing where there are none. Returns what is wrong; they are left then.
std::vector<std::string> joinMarks(llvm::Module &M, const Options &Opts);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_LINKMARKS_H
