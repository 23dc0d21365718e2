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
//     build(word):                         build(word):
//       count under word                     count under word
//       call build(newest of word == id      call build.specialized.1(word << 21 + id)
//                    ? word                build.specialized.1(word):
//                    : word << 21 + id)      count under word
//                                            call build.specialized.1(word)
//
// Whoever comes into the copy has pushed the id. For the profile both are one function
// (Frames.h), with the same sites and call sites. The copy has no other callers. Its hits
// are inline, and the function's where a way leads around its calls of the copy
// (InlineHits.h). Where the copy calls nobody under an id the thread's word stays what
// it is, however deep, and the counts load that; else the copy takes the word in a
// register, also where the function has callers
// in other files (WordTakers.h). Optimisers name their copies for some callers so, and
// readers of symbols know that these belong together.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_RECURSIVECOPIES_H
#define ALLOCSITE_PASS_PLAN_RECURSIVECOPIES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// Gives copies to the short functions of `M` that do little else than to allocate from
/// inlined allocators and call themselves. `Can`: may the function be touched, and is it a frame?
void copyRecursions(llvm::Module &M, llvm::function_ref<bool(const llvm::Function &)> Can);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_RECURSIVECOPIES_H
