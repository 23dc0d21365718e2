//===- Sections.h - Where what the pass makes lies ------------------------===//
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

#ifndef ALLOCSITE_PASS_SUPPORT_SECTIONS_H
#define ALLOCSITE_PASS_SUPPORT_SECTIONS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

namespace allocsite {

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

#endif // ALLOCSITE_PASS_SUPPORT_SECTIONS_H
