//===- Values.h - Where the values of one function come from ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A local variable is everything that is ever assigned to it, whatever the order: so
// the answers say "may", and say it of code of any shape. That is enough to find
// allocators, whose bodies are short; what it gets wrong a reader sees in the evidence.
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

/// The member's name with its record's, as "pool.cur".
std::string fieldName(const clang::FieldDecl &Field);

/// Of the definition of one function that is no template. Not thread-safe.
class Values {
public:
  /// `Depth`: how many functions ask for what is inside of them.
  Values(const clang::FunctionDecl &Of, clang::ASTContext &Ctx, unsigned Depth = 0);

  PointerFact pointer(const clang::Expr *E);
  SizeFact size(const clang::Expr *E);
  /// The parameters that the object is reached from.
  ParameterSet roots(const clang::Expr *E);
  /// What is added to a value of type `To`: to a pointer, elements.
  SizeFact inBytes(const SizeFact &Added, clang::QualType To) const;
  ArgumentFact argument(const clang::Expr *E) { return {size(E), pointer(E), roots(E)}; }

  /// Calls, `new` and `delete`, in the order of the source: PointerFact counts them.
  llvm::ArrayRef<const clang::Expr *> calls() const { return Bound.calls(); }

  /// The members that an integer is, of which nothing else is computed.
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
  /// Of what a pointer of that type is moved by; 0 where that is not known.
  int64_t bytesOf(clang::QualType Element) const;
  SizeFact integerVariable(const clang::VarDecl *V);
  SizeFact arithmetic(const clang::BinaryOperator *B);
  std::optional<SizeFact> sizeStored(const clang::CallExpr *Call, int Out);
  std::vector<ArgumentFact> sizesOf(const clang::CallExpr &Call);
  SizeFact sizeOfCall(const clang::CallExpr *Call);

  ParameterSet variableRoots(const clang::VarDecl *V);
  /// Counts a step of the query that is running; whether it has taken too many.
  bool tooMuch();

  const clang::FunctionDecl &Of;
  clang::ASTContext &Ctx;
  const unsigned Depth;
  const Bindings Bound;
  /// Variables that are being asked for: a loop adds nothing to its own answer.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Open;
  unsigned Steps = 0; ///< Of the query that is running.
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_READ_VALUES_H
