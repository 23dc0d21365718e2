//===- Gates.h - Calls that count as they go ------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A count after a call of `malloc` costs time even while the profiler is off: its operands
// are kept across the call, which can no longer be a tail call. So calls of external
// functions go through a gate, a function of the runtime, and pass the operands of the count
// after the callee's arguments, in registers that the callee does not read:
//
//     p = malloc(n)                        p = (*gate)(n, context, &tags[k], malloc)
//     p = (*count_behind)(p, &tags[k],  ->
//                         context, n)
//
// The gate calls the function that it is passed and then counts; while the profiler is off,
// it only jumps to the function (see runtime/arch/Machine.h). There is one gate for each
// number of arguments and position of the size. Calls that share the store of the thread's
// context also pass the context, and pass a thunk that stores it as the function (Thunks.h).
//
// While the profiler is on, a gate has a stack frame, without a frame pointer. It would break
// backtraces along %rbp, and a sanitizer would take it for the caller of the allocator: code
// compiled for either has no gates. And a function whose address is passed must be resolved
// when the program is loaded, not at its first call: in a shared object only functions that
// LLVM knows from the C and C++ libraries go through gates.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_GATES_H
#define ALLOCSITE_PASS_LOWER_GATES_H

#include "thread/ThreadState.h"

namespace allocsite {

/// Sends the allocations that `Thread` counts after calls through gates, where possible. This
/// replaces those calls and removes their counts, and `Thread` forgets the pushes before them.
/// `IsOfLibrary`: does LLVM know the function as one of the C or C++ library? Call once,
/// before sharePushes().
void useGates(ThreadState &Thread, llvm::Module &M,
              llvm::function_ref<bool(const llvm::Function &)> IsOfLibrary);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_GATES_H
