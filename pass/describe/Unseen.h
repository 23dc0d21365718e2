//===- Unseen.h - What of a module the profile may not show -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile that lacks most of the program should say why. What only the compiler sees
// of that becomes flags of the module descriptor, which cost the program nothing, and
// which runtime/Coverage.cpp reads at exit.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_DESCRIBE_UNSEEN_H
#define ALLOCSITE_PASS_DESCRIBE_UNSEEN_H

#include "llvm/IR/Module.h"

namespace allocsite {

/// AllocSiteModuleFlag: which allocators of libc and the C++ library `M` refers to,
/// whether it takes the address of one, and whether it makes calls through pointers, of
/// an allocator's type, that are no sites. To be asked while calls are as the optimiser
/// left them.
uint32_t findUnseen(const llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_DESCRIBE_UNSEEN_H
