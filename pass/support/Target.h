//===- Target.h - What a module becomes ----------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A constructor keeps the tables of a module alive, so they need their own section. In a
// section of the program they would keep its other contents alive too, such as function
// tables that --gc-sections would drop, and that may refer to undefined symbols.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_TARGET_H
#define ALLOCSITE_PASS_SUPPORT_TARGET_H

#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace llvm {
class PassBuilder;
}

namespace allocsite {

/// True for code that may end up in a shared object, so that it must not assume the address
/// of the runtime's thread state.
bool isSharedCode(const llvm::Module &M);

/// True if rustc has made the module, from version 1.74 on: it names itself there.
bool isOfRustc(const llvm::Module &M);

/// True if link-time optimisation follows. Clang says so by module flags; of other compilers,
/// the pipeline tells.
bool isOptimisedFurther(const llvm::Module &M);

/// Records that it follows, or that it does not.
void setOptimisedFurther(llvm::Module &M);
void setOptimisedNoFurther(llvm::Module &M);

/// True if code generation will turn accesses to thread-local variables into calls of
/// __emutls_get_address (-femulated-tls). Only the target machine of `Builder` knows; a
/// module does not.
bool usesEmulatedTls(llvm::PassBuilder &Builder);

/// Puts `Global`, which the constructor refers to, into a section of its own. `HasPointers`:
/// its value contains addresses.
inline void placeApart(llvm::GlobalVariable &Global, bool HasPointers) {
  Global.setSection(!Global.isConstant() ? ".data.allocsite"
                    : HasPointers        ? ".data.rel.ro.allocsite"
                                         : ".rodata.allocsite");
}

/// The same for code.
inline void placeApart(llvm::Function &F) { F.setSection(".text.allocsite"); }

/// True if the module defines the program's `main`.
bool definesMain(const llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_TARGET_H
