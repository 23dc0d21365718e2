//===- LoadedCallees.h - Calls that read their callee from memory ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call through a table reads the callee itself, if nothing is stored between that and
// the call. The push is: so it is made before, and no register holds the callee.
//
//     mov  (%rdi),%rax              mov  (%rdi),%rax
//     mov  16(%rax),%rax            mov  %r15,%fs:context
//     mov  %r15,%fs:context         call *16(%rax)
//     call *%rax
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOWER_LOADEDCALLEES_H
#define ALLOCSITE_PASS_LOWER_LOADEDCALLEES_H

#include "ThreadState.h"

namespace allocsite {

/// Moves what loads the callee of a call behind the call's push, where `Thread` knows one
/// and nothing else is stored in between.
void loadCalleesLate(const ThreadState &Thread);

} // namespace allocsite

#endif // ALLOCSITE_PASS_LOWER_LOADEDCALLEES_H
