//===- Gates.h - Calls that count as they go ------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A count behind a call of `malloc` is paid also where the profiler is off: what it
// needs is kept across the call, which is the last thing that its function does no more.
// So calls of what others define go through a gate, a function of the runtime, and pass
// what is to be counted behind what the callee takes, in registers that it does not
// look at:
//
//     p = malloc(n)                        p = (*gate)(n, context, &tags[k], malloc)
//     p = (*count_behind)(p, &tags[k],  ->
//                         context, n)
//
// The gate calls the function that it is passed and counts behind that, or, where the
// profiler is off, goes on to it by a jump (the gates of runtime/arch/Machine.h). There is one
// for each number of arguments and place of the size. Calls that share the store of the
// thread's context pass the context as well, and as a function what stores it (Thunks.h).
//
// With the profiler on the gate has a frame of the stack. It is no frame of those that
// are found by %rbp, nor does a sanitizer look beyond it for who allocated: what is
// compiled for either has no gates. And to pass a function's address is to need it when the
// program is loaded, and not when it is called: in a shared object only what LLVM knows of
// the C and C++ libraries goes through gates.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_GATES_H
#define ALLOCSITE_PASS_LOWER_GATES_H

#include "thread/ThreadState.h"

namespace allocsite {

/// True where a sanitizer has an allocator and wants to know who calls it.
bool isSanitized(const llvm::Module &M);

/// Lets the allocations that `Thread` knows to be counted behind calls go through gates,
/// where they can. Those calls are others then, the counts are gone, and `Thread` forgets
/// the pushes before them. `IsOfLibrary`: does LLVM know the function as one of the C library
/// or that of C++? Once, before pushes share their stores.
void useGates(ThreadState &Thread, llvm::Module &M,
              llvm::function_ref<bool(const llvm::Function &)> IsOfLibrary);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_GATES_H
