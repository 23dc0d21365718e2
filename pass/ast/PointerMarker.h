//===- PointerMarker.h - Marks calls through pointers for the pass --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites calls that rules name in the syntax tree, before clang generates their code, so
// that the pointer goes through an annotation (see PointerMark.h):
//
//   (*g->frealloc)(…)
//   ((void *(*)(…))__builtin_annotation((uintptr_t)*g->frealloc, "allocsite call …"))(…)
//
//   arena.take(…)
//   ((Arena *)__builtin_annotation((uintptr_t)&arena, "allocsite call …"))->take(…)
//
// The pass replaces the annotation by the pointer, so the final code is that of the source.
// Each instance of a template has its own calls.
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
// Names of calls through pointers, by source
//
//   (*g->frealloc)(…)            field:global_State.frealloc   pointer:lua_Alloc
//   config.m.xMalloc(…)          field:sqlite3_mem_methods.xMalloc
//   t->hooks.alloc(…)            field:Table.hooks.alloc, if the type of hooks has no name
//   pool.take[i](…)              field:ns::Pool<int>.take
//   ((lua_Alloc)p)(…)            pointer:lua_Alloc
//   pool->take(…)                virtual:ns::Pool::take, after the function it overrides:
//                                virtual:ns::Arena::take
//
// The typedefs of a class are further names of it. The value of a variable is not
// traced: `f = g->frealloc; f(…)` has the name of the type only.
//===----------------------------------------------------------------------===//

/// Names calls through pointers; caches the names of classes. One for each translation unit.
class CalleeNames {
public:
  explicit CalleeNames(const clang::ASTContext &Ctx) : Ctx(Ctx) {}

  using List = llvm::SmallVector<std::string, 4>;

  /// The names (PointerMark.h) of `Callee`, a pointer to a function.
  List of(const clang::Expr *Callee);
  /// The names of the virtual function `Callee`.
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
  /// `TellsMissed`: also mark calls that no rule names if they may allocate, so that the pass
  /// can suggest a rule for them.
  PointerMarker(clang::ASTContext &Ctx, const RuleAnswers &Rules, bool TellsMissed)
      : Ctx(Ctx), Rules(Rules), TellsMissed(TellsMissed), Names(Ctx) {}

  /// Marks the calls in `D` that are not marked yet. Leaves constexpr functions alone unless
  /// `Finally`, as clang may evaluate them until the end of parsing.
  void mark(clang::Decl *D, bool Finally);

  /// The text of the mark of `Call`, or null. Lives as long as the marker.
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
  clang::FunctionDecl *Builtin = nullptr; // __builtin_annotation, created on first use
  unsigned Count = 0;
  // For every visited call; the text is empty if the call has no mark. A std::map, so that
  // pointers to texts stay valid.
  std::map<const clang::CallExpr *, std::string> Marks;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_POINTERMARKER_H
