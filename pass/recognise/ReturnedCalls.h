//===- ReturnedCalls.h - Which calls a function returns the result of -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds allocations whose result a function returns. A wrapper may also allocate for itself;
// only the type of what it returns can be seen at its caller:
//
//   struct vec *mk_vec(int n) {
//     struct vec *v = malloc(sizeof *v);   returned
//     v->data = malloc(n);                 not
//     return v;
//   }
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_RETURNEDCALLS_H
#define ALLOCSITE_PASS_RECOGNISE_RETURNEDCALLS_H

#include "llvm/IR/InstrTypes.h"

namespace allocsite {

/// True if the function may return the result of `Call`, or a pointer computed from it,
/// directly or through local variables. Ignores the order of statements.
bool isReturned(const llvm::CallBase &Call);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_RETURNEDCALLS_H
