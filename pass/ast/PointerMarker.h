//===- PointerMarker.h - Marks calls through pointers for the pass --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites the calls that rules name in the syntax tree, before clang makes code of
// them, so that the pointer passes an annotation on its way (see PointerMark.h):
//
//   (*g->frealloc)(…)
//   ((void *(*)(…))__builtin_annotation((uintptr_t)*g->frealloc, "allocsite call …"))(…)
//
//   arena.take(…)
//   ((Arena *)__builtin_annotation((uintptr_t)&arena, "allocsite call …"))->take(…)
//
// The pass puts the pointer back, and the code is that of the source. A call in a
// template's instance is a call of its own.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_AST_POINTERMARKER_H
#define ALLOCSITE_PASS_AST_POINTERMARKER_H

#include "recognise/SourceAnswers.h"
#include "rules/PointerMark.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <string>

namespace allocsite {

//===----------------------------------------------------------------------===//
// What a call through a pointer is called through
//
//   (*g->frealloc)(…)            field:global_State.frealloc   pointer:lua_Alloc
//   config.m.xMalloc(…)          field:sqlite3_mem_methods.xMalloc
//   t->hooks.alloc(…)            field:Table.hooks.alloc, where hooks has no name
//   pool.take[i](…)              field:ns::Pool<int>.take
//   ((lua_Alloc)p)(…)            pointer:lua_Alloc
//   pool->take(…)                virtual:ns::Pool::take, behind what that overrides:
//                                virtual:ns::Arena::take
//
// A class has its typedefs as further names. What a variable was read from is not
// followed: `f = g->frealloc; f(…)` has the type alone.
//===----------------------------------------------------------------------===//

/// Remembers the names of classes. One for each translation unit.
class CalleeNames {
public:
  explicit CalleeNames(const clang::ASTContext &Ctx) : Ctx(Ctx) {}

  using List = llvm::SmallVector<std::string, 4>;

  /// The names in PointerMark.h of `Callee`, a pointer to a function.
  List of(const clang::Expr *Callee);
  /// The same of the virtual function `Callee`.
  List of(const clang::CXXMethodDecl &Callee);

private:
  void addVirtual(const clang::CXXMethodDecl &Callee, List &To);
  void addMember(const clang::Expr *E, List &To);
  void addTypes(clang::QualType T, List &To);
  void addTypedefs(clang::QualType T, llvm::StringRef Member, List &To);
  List membersOf(const clang::Expr *E);
  const List &namesOf(const clang::RecordDecl &Record);
  std::string scopeOf(const clang::Decl &D) const;

  const clang::ASTContext &Ctx;
  llvm::DenseMap<const clang::RecordDecl *, List> Records;
};

/// One for each translation unit.
class PointerMarker {
public:
  /// `TellsMissed`: calls that no rule names have marks, too, if they may allocate, for
  /// the pass to tell the rule that would name them.
  PointerMarker(clang::ASTContext &Ctx, const RuleAnswers &Rules, bool TellsMissed)
      : Ctx(Ctx), Rules(Rules), TellsMissed(TellsMissed), Names(Ctx) {}

  /// Marks the calls in `D` that are not marked yet. Clang may evaluate constexpr
  /// functions until all is parsed, so that they are left alone before (`Finally`).
  void mark(clang::Decl *D, bool Finally);

  /// The text of the mark of `Call`, or null. Valid as long as this.
  const std::string *markOf(const clang::CallExpr *Call) const;

private:
  class Visitor;
  void mark(clang::CallExpr &Call, const clang::CXXMethodDecl *Holder);
  void markVirtual(clang::CXXMemberCallExpr &Call, const clang::CXXMethodDecl *Holder);
  bool mayBeMissed(const clang::CallExpr &Call, const PointerMark &Mark) const;
  std::string textFor(const clang::CallExpr &Call, PointerMark Mark);
  clang::Expr *annotate(clang::Expr *Pointer, llvm::StringRef Text);

  clang::ASTContext &Ctx;
  const RuleAnswers &Rules;
  const bool TellsMissed;
  CalleeNames Names;
  clang::FunctionDecl *Builtin = nullptr; // __builtin_annotation, once it is needed
  unsigned Count = 0;
  // Of all calls that were looked at, empty where no rule names them. Node-based.
  std::map<const clang::CallExpr *, std::string> Marks;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_POINTERMARKER_H
