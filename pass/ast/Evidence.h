//===- Evidence.h - The type of a call, from its source -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three things tell that a call allocates Foo: its result becomes a `Foo *`, its size is
// a multiple of sizeof(Foo), its template argument is Foo. If two of them contradict each
// other, or there is none, the type is not known:
//
//   (Foo *)alloc(n * sizeof(Foo))              Foo
//   (Foo *)alloc(sizeof(Foo) + n * sizeof(int))   Foo: a header and its data
//   (Foo *)alloc(sizeof(Bar))                  not known
//   alloc(n * sizeof(Foo))                     Foo
//   alloc(n + sizeof(long))                    not known: n may be of any type
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

/// The innermost element type of `T` (`T` itself if it is no array), without qualifiers
/// and typedefs.
clang::QualType elementType(const clang::ASTContext &Ctx, clang::QualType T);

/// True if the source spells out template arguments: `f<T>(…)`.
bool spellsTemplateArguments(const clang::CallExpr &Call);

/// Collects evidence of the type that one call allocates.
class Evidence {
public:
  explicit Evidence(const clang::ASTContext &Ctx) : Ctx(&Ctx) {}

  /// Adds that the result is, or becomes, a value of type `T`. Ignores pointers to void, to
  /// characters and to functions.
  void addResult(clang::QualType T);

  /// Adds that this is a new-expression of `T`.
  void addAllocated(clang::QualType T) { Result = elementType(*Ctx, T); }

  /// Adds the evidence of the call itself: its result, arguments and template arguments.
  void addCall(const clang::CallExpr &Call);

  /// The type, or a null type if it is not known.
  clang::QualType type() const;

private:
  void addSize(const clang::Expr *Size);
  void addSizesWithin(const clang::Stmt *Size);

  const clang::ASTContext *Ctx;
  clang::QualType Result;
  bool ResultsDiffer = false;
  clang::QualType TemplateArgument;
  llvm::SmallVector<clang::QualType, 2> Units; // the size is a multiple of theirs
  llvm::SmallVector<clang::QualType, 2> Parts; // their sizes are part of the size
};

/// True if `E` is the expansion of GNU's obstack_finish, whose value is the finished object
/// (recognise/ObstackObjects.h).
bool endsObstackObject(const clang::StmtExpr &E);

/// Finds the calls, and ends of obstack objects, that may give a pointer expression its value:
/// looks through casts and into both arms of a condition.
void callsBehind(const clang::Expr *E, llvm::SmallVectorImpl<const clang::Expr *> &Calls);

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_EVIDENCE_H
