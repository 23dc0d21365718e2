//===- AwareNotes.h - What allocators are told of their sites ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last stage knows which number a site has in its module, and the context there:
// they come into the places that AwareCalls.h has left for them.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_AWARENOTES_H
#define ALLOCSITE_PASS_LOWER_AWARENOTES_H

#include "Context.h"
#include "LoopWords.h"
#include "plan/Plan.h"

namespace allocsite {

/// Takes the notes out of `F` whose value nobody uses: what was told has been inlined, and
/// did not look at it.
void dropUnusedNotes(llvm::Function &F);

/// Says where `Plan` will ask for the context to fill notes.
void useForNotes(const FunctionPlan &Plan, ContextWord &Context);

/// Puts numbers and contexts in the places of the notes of `Plan`.
void fillNotes(const FunctionPlan &Plan, LoopWords &Loops, ThreadState &Thread);

/// Takes out what is left in functions that may not be touched: nothing is known there.
void dropAwareNotes(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_AWARENOTES_H
