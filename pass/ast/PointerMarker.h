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

#include "CalleeNames.h"
#include "recognise/SourceAnswers.h"
#include "rules/PointerMark.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include <map>
#include <string>

namespace allocsite {

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
