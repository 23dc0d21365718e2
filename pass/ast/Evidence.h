//===- Evidence.h - What a call in the source says of its type ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result of a call becomes a `Foo *`; its arguments count in Foos; its template
// argument is Foo. Each says Foo. Where two of them contradict one another, or none
// says anything, the type is not known:
//
//   (Foo *)alloc(n * sizeof(Foo))              Foo
//   (Foo *)alloc(sizeof(Foo) + n * sizeof(int))   Foo: a head, and what follows it
//   (Foo *)alloc(sizeof(Bar))                  not known
//   alloc(n * sizeof(Foo))                     Foo
//   alloc(n + sizeof(long))                    not known: what the rest is, who knows
//   (char *)alloc(n)                           not known: bytes
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_AST_EVIDENCE_H
#define ALLOCSITE_PASS_AST_EVIDENCE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"

namespace allocsite {

/// The type of the elements of `T`, itself no array, without qualifiers and
/// typedefs.
clang::QualType elementType(const clang::ASTContext &Ctx, clang::QualType T);

/// True of `f<T>(…)`, whose template arguments the source spells out.
bool spellsTemplateArguments(const clang::CallExpr &Call);

/// What is known of one call.
class Evidence {
public:
  explicit Evidence(const clang::ASTContext &Ctx) : Ctx(&Ctx) {}

  /// The result is, or becomes, a value of type `T`. Pointers to void, to
  /// characters and to functions say nothing.
  void addResult(clang::QualType T);

  /// It is a new-expression of `T`.
  void addAllocated(clang::QualType T) { Result = elementType(*Ctx, T); }

  /// What the call itself says: its result, arguments and template arguments.
  void addCall(const clang::CallExpr &Call);

  /// A null type where it is not known.
  clang::QualType type() const;

private:
  void addSize(const clang::Expr *Size);
  void addSizesWithin(const clang::Stmt *Size);

  const clang::ASTContext *Ctx;
  clang::QualType Result;
  bool ResultsDiffer = false;
  clang::QualType TemplateArgument;
  llvm::SmallVector<clang::QualType, 2> Units; // sizes are multiples of theirs
  llvm::SmallVector<clang::QualType, 2> Parts; // sizes contain theirs, and other things
};

/// Whether it is the macro of GNU obstack that ends an object, and is that object
/// (recognise/ObstackObjects.h).
bool endsObstackObject(const clang::StmtExpr &E);

/// The calls, and ends of objects, that an expression of pointer type has its value from,
/// through casts and both arms of a condition.
void callsBehind(const clang::Expr *E, llvm::SmallVectorImpl<const clang::Expr *> &Calls);

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_EVIDENCE_H
