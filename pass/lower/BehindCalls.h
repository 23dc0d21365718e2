//===- BehindCalls.h - Places where registers are free ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind a call the registers that calls may change hold nothing but its result. A
// second call there costs no other value its register, and none at all where it hands
// the result through:
//
//     %p = call ptr @calloc(i64 %n, i64 8)
//     %q = call regcall ptr %count_behind(ptr %p, …)     returns %p
//     store i64 0, ptr %q                                 was: ptr %p
//
// (Most such calls become others: Gates.h.)
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_BEHINDCALLS_H
#define ALLOCSITE_PASS_LOWER_BEHINDCALLS_H

#include "llvm/IR/Instructions.h"

namespace allocsite {

/// The call directly before `Place`, in its block or the invoke that leads to it, whose
/// result is nothing, unused, a pointer or an i64. Null where there is none, where
/// registers hold more than the result, and where it is not worth it: in code that is
/// not optimised, or will be again and would not see what `malloc` returned.
llvm::CallBase *callBefore(llvm::Instruction &Place);

/// True where `What` stands before `Place`, in its block, and behind `From`, if that is
/// in it as well. The two must be near, as a place and the call before are: it is walked
/// from one to the other, since to compare them otherwise numbers the whole block, anew
/// after each instruction that was added.
bool standsBetween(const llvm::Instruction &What, const llvm::Instruction &From,
                   const llvm::Instruction &Place);

/// Behind `Count`, which stands where `Call` is the call before, what was the result of
/// `Call` is that of `Count`: uses, and what the debugger shows.
void passThrough(llvm::CallBase &Call, llvm::CallInst &Count);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_BEHINDCALLS_H
