//===- ReturnedCalls.h - Which calls a function returns the result of -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wrapper may allocate for itself, too, and its caller says the type of nothing but what
// comes back:
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

/// Whether the result of `Call`, or a pointer that is computed of it, may be what its
/// function returns: directly, or by way of local variables, without heeding the order of
/// statements.
bool isReturned(const llvm::CallBase &Call);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_RETURNEDCALLS_H
