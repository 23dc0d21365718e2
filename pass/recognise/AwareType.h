//===- AwareType.h - What is called to be told of a site ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RECOGNISE_AWARETYPE_H
#define ALLOCSITE_PASS_RECOGNISE_AWARETYPE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include <string>

namespace allocsite {

/// `Type` with two more parameters: site and context, both i64.
llvm::FunctionType *awareType(const llvm::FunctionType &Type);

/// The reason why `Aware` cannot be called in place of the allocator `F`, which is shown as
/// `Name`; "" if it can.
std::string misfitOfAware(const llvm::Function &F, llvm::StringRef Name,
                          llvm::StringRef Aware);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RECOGNISE_AWARETYPE_H
