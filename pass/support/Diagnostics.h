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

/// Emits a warning, or with -Werror a remark, which clang shows with -Rremark-backend-plugin:
/// the pass must not make a compilation fail.
void warn(llvm::LLVMContext &Ctx, const llvm::Twine &Text);

/// Reports all of `Problems` as errors; does nothing if there are none. Does not return in
/// opt.
void fail(llvm::LLVMContext &Ctx, llvm::ArrayRef<std::string> Problems);

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_DIAGNOSTICS_H
