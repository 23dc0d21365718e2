//===- Descriptor.h - Emits the module descriptor ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_DESCRIBE_DESCRIPTOR_H
#define ALLOCSITE_PASS_DESCRIBE_DESCRIPTOR_H

#include "frames/Records.h"
#include "lower/ThreadState.h"
#include "llvm/IR/GlobalVariable.h"

namespace allocsite {

/// Emits the descriptor of `M`, one constant that registration reads, and those that it
/// points to. `IdCount`: of its call sites, 0 included. `Thread` knows the words that
/// registration writes to; no more of them may be asked for. `Flags`:
/// ALLOCSITE_MODULE_*.
llvm::GlobalVariable *emitDescriptor(llvm::Module &M, DescriptorTables Tables,
                                     uint32_t IdCount, ThreadState &Thread,
                                     uint32_t Flags);

} // namespace allocsite

#endif // ALLOCSITE_PASS_DESCRIBE_DESCRIPTOR_H
