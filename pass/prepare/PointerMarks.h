//===- PointerMarks.h - Takes the marks of pointers out of a module -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PREPARE_POINTERMARKS_H
#define ALLOCSITE_PASS_PREPARE_POINTERMARKS_H

#include "recognise/PointerCalls.h"

namespace allocsite {

/// Removes the marks of PointerMark.h from the module, and returns the marked calls in the
/// order of the module.
PointerCalls takePointerCalls(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_PREPARE_POINTERMARKS_H
