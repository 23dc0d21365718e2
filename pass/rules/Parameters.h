//===- Parameters.h - Maps parameters of rules to IR ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates parameter numbers. Rules number the parameters of the declaration. In IR a
// pointer to the result and `this` may precede them:
//
//   Pair Pool::take(size_t n)        declare void @take(ptr sret, ptr this, i64 n)
//                   0                                                       2
//
// Only the demangled name and the IR types tell what the declaration was.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_PARAMETERS_H
#define ALLOCSITE_PASS_RULES_PARAMETERS_H

#include "Rules.h"
#include "llvm/IR/Function.h"
#include <optional>

namespace allocsite {

/// The IR argument that is, or would be, declared parameter 0; nothing if the rule's shape is
/// that of another overload, or if there is no declaration.
std::optional<unsigned> firstParameter(const Rule &R, const llvm::Function &F,
                                       const FunctionName &Name);

/// True if parameters, of which `Have` holds a letter each, match `Shape`: i an integer or
/// enumeration, p a pointer or reference, * anything from there on, - alone no parameters. An
/// empty shape matches all.
bool shapeMatches(llvm::StringRef Shape, llvm::StringRef Have);

/// False if the parameters in a C++ name certainly do not match the rule's shape. For
/// functions that were removed, of which only the name is left.
bool mayBeOfShape(const Rule &R, const FunctionName &Name);

/// The IR argument that `A` names, or -1. It exists if misfits() is empty.
int irArgument(const Argument &A, unsigned First);

/// True if the number that `F` takes as IR argument `Argument` is known, from the name or the
/// calling convention, to be signed; in C it rarely is known. `First` as above.
bool isSigned(const llvm::Function &F, const FunctionName &Name, unsigned First, int Argument);

/// The parts of the rule that do not fit `F`, as "file:line:column: text".
std::vector<std::string> misfits(const Rule &R, const llvm::Function &F,
                                 const FunctionName &Name, unsigned First);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_PARAMETERS_H
