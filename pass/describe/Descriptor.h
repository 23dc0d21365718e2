//===- Descriptor.h - Emits the module descriptor ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_DESCRIBE_DESCRIPTOR_H
#define ALLOCSITE_PASS_DESCRIBE_DESCRIPTOR_H

#include "frames/Records.h"
#include "thread/ThreadState.h"
#include "llvm/IR/GlobalVariable.h"

namespace allocsite {

/// Emits the descriptor of `M`, one constant that registration reads, and those that it
/// points to. `CallCount`: of its call sites, 0 included. `Thread` knows the contexts that
/// registration writes to; no more of them may be asked for. `Flags`:
/// ALLOCSITE_MODULE_*.
llvm::GlobalVariable *emitDescriptor(llvm::Module &M, DescriptorTables Tables,
                                     uint32_t CallCount, ThreadState &Thread, uint32_t Flags);

/// The allocators of libc and the C++ library that `M` refers to, as flags of the descriptor
/// (AllocSiteModuleFlag): what an object imports beside them is of code without the pass, as
/// runtime/process/Coverage.cpp finds at exit. Another flag says that `M` has the program's
/// allocator of Rust. Call before calls are changed.
uint32_t findUnseen(const llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_DESCRIBE_DESCRIPTOR_H
