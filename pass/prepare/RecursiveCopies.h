//===- RecursiveCopies.h - A copy for the calls a function makes of itself --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursion is folded: a function that calls itself pushes that call's id once, and at
// each further call has to see that it is there already. In one that does little but
// allocate and call itself that is as much as a hit takes. So it gets a copy, which the
// function calls in its own place, and the copy calls itself:
//
//     build(ctx):                          build(ctx):
//       count under ctx                      count under ctx
//       call build(newest of ctx == id       call build.specialized.1(ctx << 21 + id)
//                    ? ctx                 build.specialized.1(ctx):
//                    : ctx << 21 + id)       count under ctx
//                                            call build.specialized.1(ctx)
//
// Whoever comes into the copy has pushed the id. For the profile both are one function
// (Frames.h), with the same sites and call sites. The copy has no other callers. Its hits
// are inline, and the function's where a path leads around its calls of the copy
// (InlineHits.h). Where the copy calls nobody under an id the thread's context stays what
// it is, however deep, and the counts load that; else the copy takes the context in a
// register, also where the function has callers in other files (CallPlan.h). Optimisers name
// their copies for some callers so, and readers of symbols know that these belong together.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PREPARE_RECURSIVECOPIES_H
#define ALLOCSITE_PASS_PREPARE_RECURSIVECOPIES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// Gives copies to the short functions of `M` that do little else than to allocate from
/// inlined allocators and call themselves. `Can`: may the function be touched, and is it a frame?
void copyRecursions(llvm::Module &M, llvm::function_ref<bool(const llvm::Function &)> Can);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PREPARE_RECURSIVECOPIES_H
