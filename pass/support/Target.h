//===- Target.h - What a module becomes ----------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A constructor keeps the tables of a module alive. In a section of the program's own they
// would keep alive what else is in it, and what that names: tables of functions that
// --gc-sections drops of the plain object, and which may name what is defined nowhere.
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

/// True for code that may end up in a shared object, so that it must not rely
/// on where the runtime's thread state lies.
bool isSharedCode(const llvm::Module &M);

/// True where link-time optimisation follows.
bool isOptimisedFurther(const llvm::Module &M);

/// Says that it does not, any more: that was now.
void setOptimisedNoFurther(llvm::Module &M);

/// True where code generation will make calls of __emutls_get_address of accesses
/// to variables of threads (-femulated-tls). No module says so; the target machine
/// that `Builder` was made for does.
bool usesEmulatedTls(llvm::PassBuilder &Builder);

/// Gives `Global`, of which the constructor knows, a section apart from the program's.
/// `HasPointers` is of its value.
inline void placeApart(llvm::GlobalVariable &Global, bool HasPointers) {
  Global.setSection(!Global.isConstant() ? ".data.allocsite"
                    : HasPointers        ? ".data.rel.ro.allocsite"
                                         : ".rodata.allocsite");
}

/// The same of code.
inline void placeApart(llvm::Function &F) { F.setSection(".text.allocsite"); }

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_TARGET_H
