//===- Bindings.h - What the variables of a function may be -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the calls of one function and everything assigned to its variables, regardless of
// order. Lambdas are separate functions.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_READ_BINDINGS_H
#define ALLOCSITE_DISCOVER_READ_BINDINGS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace allocsite {

/// `E` without parentheses, casts and temporaries, which do not change its value.
const clang::Expr *plain(const clang::Expr *E);

/// The value of the statement expression `E`, that is of its last statement; or null.
const clang::Expr *valueOf(const clang::StmtExpr *E);

/// The variable that `E` is, or null.
const clang::VarDecl *asVariable(const clang::Expr *E);

/// The local struct or union that `E` is a member of, or null. All members of one are treated
/// as one variable, as unions are used to convert pointers.
const clang::VarDecl *localRecord(const clang::Expr *E);

/// Everything that may be assigned to a variable.
struct Binding {
  struct OutOfCall {
    unsigned Call; ///< Its number.
    int Argument;
  };
  llvm::SmallVector<const clang::Expr *, 2> Set;             ///< v = e
  llvm::SmallVector<const clang::BinaryOperator *, 1> Moved; ///< v += e
  llvm::SmallVector<OutOfCall, 1> Out;                       ///< f(&v), or f(v) by reference
  bool Counts = false;                                       ///< v++, of an integer
  bool Steps = false;                                        ///< v++, of a pointer
};

/// \p Of must be the definition of a function that is no template, and outlive this.
class Bindings {
public:
  explicit Bindings(const clang::FunctionDecl &Of);

  /// Null if nothing is ever assigned. Does not include a parameter's initial value.
  const Binding *of(const clang::VarDecl *V) const;

  /// Calls, `new` and `delete`, in the order of the source.
  llvm::ArrayRef<const clang::Expr *> calls() const { return Calls; }
  /// The index of `E` among the calls, if it is one.
  std::optional<unsigned> callNumber(const clang::Expr *E) const;

private:
  class Collector;

  llvm::SmallVector<const clang::Expr *, 16> Calls;
  llvm::DenseMap<const clang::Expr *, unsigned> Numbers;
  llvm::DenseMap<const clang::VarDecl *, Binding> Variables;
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_READ_BINDINGS_H
