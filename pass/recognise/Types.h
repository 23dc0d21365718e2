//===- Types.h - What type a call makes room for --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type that a call allocates: from the source, or else from clang's metadata at the call.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_TYPES_H
#define ALLOCSITE_PASS_RECOGNISE_TYPES_H

#include "llvm/IR/InstrTypes.h"
#include <string>

namespace allocsite {

/// The type that `Call` allocates memory for, or "" if not known. Call before inlining.
/// `Callee` is as in TypeQuery.
std::string typeOf(const llvm::CallBase &Call, llvm::StringRef Callee);

/// True if the function may return the result of `Call`, or a pointer computed from it,
/// directly or through local variables. Ignores the order of statements. A wrapper may also
/// allocate for itself; only the type of what it returns can be seen at its caller:
///
///   struct vec *mk_vec(int n) {
///     struct vec *v = malloc(sizeof *v);   returned
///     v->data = malloc(n);                 not
///     return v;
///   }
bool isReturned(const llvm::CallBase &Call);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_TYPES_H
