//===- CallVisitor.cpp - Finds the calls that may allocate ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallVisitor.h"
#include "Evidence.h"
#include "TypeTable.h"
#include "recognise/SourceAnswers.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace allocsite {

namespace {

class CallVisitor : public RecursiveASTVisitor<CallVisitor> {
  using Base = RecursiveASTVisitor<CallVisitor>;

public:
  CallVisitor(ASTContext &Ctx, const PointerMarker *Marked, TypeTable &Table,
              SystemHeaders &Headers)
      : Ctx(Ctx), Marked(Marked), Table(Table), Headers(Headers), Names(Ctx) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  // Calls within types are not executed.
  bool TraverseTypeLoc(TypeLoc, bool = true) { return true; }
  bool TraverseType(QualType, bool = true) { return true; }

  bool TraverseDecl(Decl *D);

  // Older versions of clang do not traverse into these.
  bool TraverseCXXDefaultArgExpr(CXXDefaultArgExpr *E);
  bool TraverseCXXDefaultInitExpr(CXXDefaultInitExpr *E) { return TraverseStmt(E->getExpr()); }
  bool VisitCastExpr(CastExpr *E);
  bool VisitCXXNewExpr(CXXNewExpr *E);
  bool VisitCallExpr(CallExpr *E);
  bool VisitStmtExpr(StmtExpr *E);

private:
  /// A call of `Callee`, with its own place and, in a default argument, the places of the
  /// calls that use it.
  struct Call {
    const FunctionDecl *Callee = nullptr;
    const std::string *Mark = nullptr; // if Callee is null too: cannot allocate
    Evidence Said;
    llvm::SmallVector<SourceLocation, 1> Places;
  };
  /// The calls in one function, in source order.
  using Calls = llvm::MapVector<const Expr *, Call>;

  bool traverseHolder(Decl *D, llvm::function_ref<std::vector<std::string>()> Symbols);
  Call &callAt(const Expr *E);
  void addResult(const Expr *From, QualType Type);
  void flush(const Calls &Found, llvm::ArrayRef<std::string> Holders);
  TypeTable::Places placesOf(const Call &Each) const;
  llvm::StringRef symbolOf(const FunctionDecl &Callee);

  ASTContext &Ctx;
  const PointerMarker *Marked;
  TypeTable &Table;
  SystemHeaders &Headers;
  ASTNameGenerator Names;
  llvm::DenseMap<const FunctionDecl *, std::string> Symbols;
  Calls *Current = nullptr; // null outside of functions
  SourceLocation UsedAt;    // the call that uses the default argument being visited
};

/// True if clang may emit code for the definition `F`.
bool mayBeEmitted(ASTContext &Ctx, const FunctionDecl &F) {
  if (F.isUsed() || Ctx.DeclMustBeEmitted(&F))
    return true;
  auto *Method = dyn_cast<CXXMethodDecl>(&F);
  return Method && Method->getParent()->isLambda();
}

bool CallVisitor::TraverseDecl(Decl *D) {
  if (!D || isa<ParmVarDecl>(D)) // default arguments belong to the calls that omit them
    return true;
  if (auto *F = dyn_cast<FunctionDecl>(D)) {
    if (F->isDependentContext() || !F->doesThisDeclarationHaveABody() ||
        !mayBeEmitted(Ctx, *F))
      return true;
    auto Symbols = [&] {
      if (isa<CXXConstructorDecl>(F) || isa<CXXDestructorDecl>(F))
        return Names.getAllManglings(F);
      return std::vector<std::string>{Names.getName(F)};
    };
    Headers.add(*F, Symbols);
    return traverseHolder(F, Symbols);
  }
  if (auto *Record = dyn_cast<CXXRecordDecl>(D))
    if (Record->isDependentContext())
      return true;
  if (auto *Variable = dyn_cast<VarDecl>(D)) {
    if (Variable->getDeclContext()->isDependentContext())
      return true;
    if (Variable->isFileVarDecl())
      return !Variable->hasInit() ||
             traverseHolder(D, [] { return std::vector<std::string>{Initialisers}; });
  }
  return Base::TraverseDecl(D);
}

/// Traverses the body of one function, which may have several symbols (constructors).
bool CallVisitor::traverseHolder(Decl *D,
                                 llvm::function_ref<std::vector<std::string>()> Symbols) {
  Calls Found;
  Calls *Outer = std::exchange(Current, &Found);
  SourceLocation OuterUse = std::exchange(UsedAt, {});
  bool GoOn = Base::TraverseDecl(D);
  Current = Outer;
  UsedAt = OuterUse;
  if (!Found.empty())
    flush(Found, Symbols());
  return GoOn;
}

/// Debug information places the code of a default argument at the call that omits it.
bool CallVisitor::TraverseCXXDefaultArgExpr(CXXDefaultArgExpr *E) {
  SourceLocation Outer = UsedAt;
  if (UsedAt.isInvalid())
    UsedAt = E->getUsedLocation();
  bool GoOn = TraverseStmt(E->getExpr());
  UsedAt = Outer;
  return GoOn;
}

CallVisitor::Call &CallVisitor::callAt(const Expr *E) {
  Call &Found = Current->insert({E, Call{nullptr, nullptr, Evidence(Ctx), {E->getExprLoc()}}})
                    .first->second;
  if (UsedAt.isValid() && !llvm::is_contained(Found.Places, UsedAt))
    Found.Places.push_back(UsedAt);
  return Found;
}

/// Records that the value of `From` becomes a value of `Type`.
void CallVisitor::addResult(const Expr *From, QualType Type) {
  llvm::SmallVector<const Expr *, 2> Behind;
  callsBehind(From, Behind);
  for (const Expr *Call : Behind)
    callAt(Call).Said.addResult(Type);
}

bool CallVisitor::VisitCastExpr(CastExpr *E) {
  if (Current && (E->getCastKind() == CK_BitCast || E->getCastKind() == CK_NoOp))
    addResult(E, E->getType());
  return true;
}

bool CallVisitor::VisitCXXNewExpr(CXXNewExpr *E) {
  const FunctionDecl *Operator = E->getOperatorNew();
  if (!Current || !Operator)
    return true;
  if (Operator->isReservedGlobalPlacementOperator()) {
    addResult(E->getPlacementArg(0), E->getType()); // `new (arena.alloc(n)) T`
  } else {
    Call &New = callAt(E);
    New.Callee = Operator;
    New.Said.addAllocated(E->getAllocatedType());
  }
  return true;
}

/// True if the callee may be an allocator: it returns a pointer, or may store one. Functions
/// of the C++ library count only if they return `void *` or are told the type
/// (`pool.new_object<Foo>()`); the others call these.
bool mayAllocate(const CallExpr &Call, const FunctionDecl &Callee) {
  QualType Result = Callee.getReturnType();
  if (Result->isVoidPointerType())
    return true;
  if (isOfLibrary(Callee))
    return Result->isPointerType() && spellsTemplateArguments(Call);
  return Result->isPointerType() ||
         llvm::any_of(Callee.parameters(), [](const ParmVarDecl *Parameter) {
           QualType Type = Parameter->getType();
           return Type->isPointerType() && Type->getPointeeType()->isPointerType();
         });
}

bool CallVisitor::VisitCallExpr(CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const std::string *Mark = Marked ? Marked->markOf(E) : nullptr;
  if (Current && (Mark || (Callee && mayAllocate(*E, *Callee)))) {
    Call &Found = callAt(E);
    if (!Found.Callee && !Found.Mark) // once for all uses of a default argument
      Found.Said.addCall(*E);
    Found.Callee = Callee;
    Found.Mark = Mark;
  }
  return true;
}

/// Records the end of an obstack object, which the pass turns into a call (ObstackObjects.h).
bool CallVisitor::VisitStmtExpr(StmtExpr *E) {
  static const std::string Finish = ObstackFinish;
  if (Current && endsObstackObject(*E))
    callAt(E).Mark = &Finish;
  return true;
}

TypeTable::Places CallVisitor::placesOf(const Call &Each) const {
  const SourceManager &Sources = Ctx.getSourceManager();
  TypeTable::Places Places;
  auto Add = [&](SourceLocation Location) {
    PresumedLoc Presumed = Sources.getPresumedLoc(Location);
    if (Presumed.isValid())
      Places.push_back({Presumed.getLine(), Presumed.getColumn()});
  };
  for (SourceLocation At : Each.Places) {
    Add(Sources.getExpansionLoc(At));
    // For a call in a macro, debug information names the place of the expansion, of the file
    // or of the spelling, depending on clang's version: add all three.
    if (At.isMacroID()) {
      Add(Sources.getFileLoc(At));
      Add(Sources.getSpellingLoc(At));
    }
  }
  return Places;
}

llvm::StringRef CallVisitor::symbolOf(const FunctionDecl &Callee) {
  std::string &Symbol = Symbols[Callee.getCanonicalDecl()];
  if (!Symbol.empty())
    return Symbol;
  switch (Callee.getBuiltinID()) {
  case Builtin::BI__builtin_operator_new:
    return Symbol = "_Znw";
  case Builtin::NotBuiltin:
    return Symbol = Names.getName(&Callee);
  }
  llvm::StringRef Name = Callee.getName();
  Name.consume_front("__builtin_");
  return Symbol = Name.str();
}

void CallVisitor::flush(const Calls &Found, llvm::ArrayRef<std::string> Holders) {
  for (auto &[E, Each] : Found) {
    if (!Each.Callee && !Each.Mark)
      continue;
    QualType Type = Each.Said.type();
    std::string Name = Type.isNull() ? "" : typeName(Ctx, Type);
    for (llvm::StringRef Holder : Holders)
      Table.add(Holder, Each.Mark ? *Each.Mark : symbolOf(*Each.Callee), placesOf(Each), Name);
  }
}

} // namespace

void findCalls(ASTContext &Ctx, const PointerMarker *Marked, TypeTable &Table,
               SystemHeaders &Headers) {
  CallVisitor(Ctx, Marked, Table, Headers).TraverseDecl(Ctx.getTranslationUnitDecl());
}

} // namespace allocsite
