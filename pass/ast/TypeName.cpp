//===- TypeName.cpp - How a type is spelled in a profile ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeName.h"
#include "Evidence.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace clang;

namespace allocsite {

bool isOfLibrary(const Decl &D) {
  const NamespaceDecl *Outermost = nullptr;
  for (const DeclContext *At = D.getDeclContext(); At; At = At->getParent())
    if (auto *Namespace = dyn_cast<NamespaceDecl>(At))
      Outermost = Namespace;
  return Outermost && Outermost->getIdentifier() &&
         (Outermost->getName() == "std" || Outermost->getName() == "__gnu_cxx");
}

/// Templates of libstdc++ whose first argument is the value that a node holds.
static const llvm::StringRef Nodes[] = {"_Rb_tree_node", "_List_node", "_Fwd_list_node",
                                        "_Hash_node", "_Sp_counted_ptr_inplace"};

/// The value in a node `T`, or `T` itself.
static QualType valueOf(const ASTContext &Ctx, QualType T) {
  auto *Class =
      llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (!Class || !llvm::is_contained(Nodes, Class->getName()) || !isOfLibrary(*Class))
    return T;
  const TemplateArgument &Value = Class->getTemplateArgs().get(0);
  return Value.getKind() == TemplateArgument::Type ? elementType(Ctx, Value.getAsType()) : T;
}

std::string typeName(const ASTContext &Ctx, QualType T) {
  return valueOf(Ctx, T).getAsString(PrintingPolicy(Ctx.getLangOpts()));
}

} // namespace allocsite
