//===- TypeTable.cpp - The types of the calls of a translation unit -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeTable.h"
#include "Evidence.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include <string>

using namespace llvm;

using namespace clang;

namespace allocsite {

/// Removes the number that clang gave a lambda, as in `_ZZ4mainENK4$_12clEv`. Places still tell
/// lambdas apart.
std::string comparable(StringRef Symbol) {
  Symbol.consume_front("\1");
  StringRef Rest = Symbol;
  // Initialisers may have a suffix such as `.3`. Only clang has named functions by now.
  if (Rest.consume_front(Initialisers))
    return Initialisers;
  std::string Text;
  Text.reserve(Symbol.size());
  for (size_t I = 0; I < Symbol.size(); ++I) {
    if (Symbol.substr(I, 2) != "$_") {
      Text += Symbol[I];
      continue;
    }
    while (!Text.empty() && isdigit(static_cast<unsigned char>(Text.back())))
      Text.pop_back(); // the length of the name
    Text += "$_";
    for (++I; I + 1 < Symbol.size() && isdigit(static_cast<unsigned char>(Symbol[I + 1]));)
      ++I;
  }
  return Text;
}

/// The symbol of a global operator without its parameters: the syntax tree does not tell which
/// overload `__builtin_operator_new` calls.
static std::string comparableCallee(StringRef Symbol) {
  for (StringRef Operator : {"_Znw", "_Zna"})
    if (Symbol.substr(0, 4) == Operator)
      return Operator.str();
  return comparable(Symbol);
}

void TypeTable::add(StringRef Holder, StringRef Callee, const Places &At, StringRef Type) {
  Holders[comparable(Holder)].push_back(
      {keep(comparableCallee(Callee)), At, Type.empty() ? nullptr : keep(Type)});
}

static bool isAt(const SourcePosition &Place, const TypeQuery &Query) {
  return (!Query.Line || Query.Line == Place.Line) &&
         (!Query.Column || Query.Column == Place.Column);
}

const char *TypeTable::find(const TypeQuery &Query) const {
  auto Holder = Holders.find(comparable(Query.Holder));
  auto Callee = Texts.find(comparableCallee(Query.Callee));
  if (Holder == Holders.end() || Callee == Texts.end())
    return nullptr;
  const char *Type = nullptr;
  for (const Call &Each : Holder->second) {
    if (Each.Callee != Callee->getKeyData() ||
        none_of(Each.At, [&](const SourcePosition &Place) { return isAt(Place, Query); }))
      continue;
    if (!Each.Type || (Type && Type != Each.Type))
      return nullptr;
    Type = Each.Type;
  }
  return Type;
}

void TypeTable::clear() {
  Holders.clear();
  Texts.clear();
}

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

void SystemHeaders::clear() {
  Files.clear();
  Symbols.clear();
}

void SystemHeaders::start(ASTContext &Ctx, const CodeGenOptions &Opts) {
  clear();
  Sources = &Ctx.getSourceManager();
  Options = &Opts;
  HaveDebugInfo = unsigned(Opts.getDebugInfo()) != 0; // True for remarks' locations too.
  Last = FileID();
}

void SystemHeaders::add(const FunctionDecl &F,
                        llvm::function_ref<std::vector<std::string>()> SymbolsOf) {
  SourceLocation At = Sources->getExpansionLoc(F.getLocation());
  if (At.isInvalid())
    return;
  const FileID File = Sources->getFileID(At);
  if (File != Last) {
    LastIsSystem = Sources->isInSystemHeader(At);
    PresumedLoc Presumed = Sources->getPresumedLoc(At);
    // A file with `#line`, as preprocessed files have, stands for several.
    bool IsInvalid = false;
    const SrcMgr::SLocEntry &Entry = Sources->getSLocEntry(File, &IsInvalid);
    const bool IsOne = !IsInvalid && Entry.isFile() && !Entry.getFile().hasLineDirectives();
    Last = IsOne ? File : FileID();
    if (Presumed.isValid()) {
      std::string Path = Presumed.getFilename();
      Files[Path] = LastIsSystem;
      // Debug information has the path that -fdebug-prefix-map makes of it.
      for (const auto &[From, To] : Options->DebugPrefixMap) {
        llvm::SmallString<256> Mapped(Path);
        if (llvm::sys::path::replace_path_prefix(Mapped, From, To))
          Files[Mapped] = LastIsSystem;
      }
    }
  }
  if (LastIsSystem && (!HaveDebugInfo || F.hasAttr<NoDebugAttr>()) && !isOfLibrary(F))
    for (const std::string &Symbol : SymbolsOf())
      Symbols.insert(comparable(Symbol));
}

FileKind SystemHeaders::kindOf(llvm::StringRef Path) const {
  auto Known = Files.find(Path);
  return Known == Files.end() ? FileUnknown : Known->second ? FileOfSystem : FileOfProgram;
}

bool SystemHeaders::holds(llvm::StringRef Symbol) const {
  return !Symbols.empty() && Symbols.count(comparable(Symbol));
}

} // namespace allocsite
