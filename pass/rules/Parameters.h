//===- Parameters.h - Where a rule's parameters are in IR -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules number the parameters of the declaration. In IR a place for the result and
// `this` stand before them:
//
//   Pair Pool::take(size_t n)        declare void @take(ptr sret, ptr this, i64 n)
//                   0                                                       2
//
// What the declaration was, only the demangled name and the IR types can tell.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_PARAMETERS_H
#define ALLOCSITE_PASS_RULES_PARAMETERS_H

#include "Rules.h"
#include "llvm/IR/Function.h"
#include <optional>

namespace allocsite {

/// The IR argument that is declared parameter 0, or would be; nothing where the
/// rule's shape is that of another overload, or nothing is declared.
std::optional<unsigned> firstParameter(const Rule &R, const llvm::Function &F,
                                       const FunctionName &Name);

/// Whether parameters of which `Have` holds a letter each are of `Shape`: i integer or
/// enumeration, p pointer or reference; * anything from there on; - alone none; an
/// empty one is every shape.
bool shapeMatches(llvm::StringRef Shape, llvm::StringRef Have);

/// False where the parameters that a C++ name tells are certainly of another shape than the
/// rule's: what is asked of a function that is gone, of which the name is left.
bool mayBeOfShape(const Rule &R, const FunctionName &Name);

/// The IR argument that `A` names, or -1. It exists where misfits() is empty.
int irArgument(const Argument &A, unsigned First);

/// Whether a number that `F` takes as IR argument `Argument` may be less than 0, as far
/// as the name or the calling convention tells: in C they rarely do. `First` as above.
bool isSigned(const llvm::Function &F, const FunctionName &Name, unsigned First, int Argument);

/// What of the rule `F` cannot be, as "file:line:column: text".
std::vector<std::string> misfits(const Rule &R, const llvm::Function &F,
                                 const FunctionName &Name, unsigned First);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_PARAMETERS_H
