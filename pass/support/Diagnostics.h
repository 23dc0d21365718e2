//===- Diagnostics.h - What the pass says to the user -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_DIAGNOSTICS_H
#define ALLOCSITE_PASS_SUPPORT_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace llvm {
class LLVMContext;
}

namespace allocsite {

/// A warning; where the compiler would make an error of it (-Werror), a remark, which clang
/// shows with -Rremark-backend-plugin: whether something compiles must not depend on the pass.
void warn(llvm::LLVMContext &Ctx, const llvm::Twine &Text);

/// Ends the compilation with all of `Problems`; does nothing where there are none.
/// Does not return in opt.
void fail(llvm::LLVMContext &Ctx, llvm::ArrayRef<std::string> Problems);

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_DIAGNOSTICS_H
