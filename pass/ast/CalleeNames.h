//===- CalleeNames.h - Names calls through pointers by source -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
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
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_AST_CALLEENAMES_H
#define ALLOCSITE_PASS_AST_CALLEENAMES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace allocsite {

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

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_CALLEENAMES_H
