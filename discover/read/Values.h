//===- Values.h - Where the values of one function come from ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A local variable may have any value that is ever assigned to it, regardless of order. So
// answers are "may be", but exist for any code. That is enough to find allocators, whose
// bodies are short; a reader can spot mistakes in the evidence that is printed.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_READ_VALUES_H
#define ALLOCSITE_DISCOVER_READ_VALUES_H

#include "discover/facts/Facts.h"
#include "discover/read/Bindings.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <vector>

namespace allocsite {

/// The member's name with its record's, such as "pool.cur".
std::string fieldName(const clang::FieldDecl &Field);

/// The values of one function, which must be a definition and no template. Not thread-safe.
class Values {
public:
  /// `Depth` is the number of nested queries into called functions.
  Values(const clang::FunctionDecl &Of, clang::ASTContext &Ctx, unsigned Depth = 0);

  PointerFact pointer(const clang::Expr *E);
  SizeFact size(const clang::Expr *E);
  /// The parameters that the object is reached from.
  ParameterSet roots(const clang::Expr *E);
  /// Converts `Added`, an operand added to a value of type `To`, to bytes: pointers count
  /// elements.
  SizeFact inBytes(const SizeFact &Added, clang::QualType To) const;
  ArgumentFact argument(const clang::Expr *E) { return {size(E), pointer(E), roots(E)}; }

  /// Calls, `new` and `delete`, in the order of the source: PointerFact counts them.
  llvm::ArrayRef<const clang::Expr *> calls() const { return Bound.calls(); }

  /// The members that the integer `E` may be, unchanged.
  std::set<std::string> indexItself(const clang::Expr *E);
  /// The number of a declared parameter of the function, or -1.
  int parameter(const clang::ValueDecl *D) const;

private:
  // PointerValues.cpp
  PointerFact variable(const clang::VarDecl *V);
  PointerFact addressOf(const clang::Expr *E);
  PointerFact load(const clang::Expr *E);
  PointerFact pointerOfCall(const clang::Expr *E, unsigned Number);
  PointerFact pointerOfBinary(const clang::BinaryOperator *B);
  void addIndex(PointerFact &To, const std::set<std::string> &Members,
                clang::QualType Element) const;

  // SizeValues.cpp
  /// The size by which a pointer to `Element` is incremented; 0 if not known.
  int64_t bytesOf(clang::QualType Element) const;
  SizeFact integerVariable(const clang::VarDecl *V);
  SizeFact arithmetic(const clang::BinaryOperator *B);
  std::optional<SizeFact> sizeStored(const clang::CallExpr *Call, int Out);
  std::vector<ArgumentFact> sizesOf(const clang::CallExpr &Call);
  SizeFact sizeOfCall(const clang::CallExpr *Call);

  ParameterSet variableRoots(const clang::VarDecl *V);
  /// Counts a step of the current query; true if there have been too many.
  bool tooMuch();

  const clang::FunctionDecl &Of;
  clang::ASTContext &Ctx;
  const unsigned Depth;
  const Bindings Bound;
  /// The variables being evaluated: a cycle adds nothing to its own answer.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Open;
  unsigned Steps = 0; ///< Steps of the current query.
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_READ_VALUES_H
