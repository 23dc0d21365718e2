//===- SystemHeaders.cpp - Finds functions of system headers --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SystemHeaders.h"
#include "TypeTable.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace allocsite {

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
