//===- SystemHeaders.h - Finds functions of system headers ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang knows which headers are the system's: by -isystem, by its own directories, by a
// pragma, by the line markers of a preprocessed file. The pass finds a function here by the
// file in its debug information, or else by its symbol. There are few files and thousands of
// functions, and mangling a name is slow, so symbols are kept only for functions without debug
// information.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_AST_SYSTEMHEADERS_H
#define ALLOCSITE_PASS_AST_SYSTEMHEADERS_H

#include "recognise/SourceAnswers.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace allocsite {

class SystemHeaders {
public:
  void clear();
  /// Call it before the functions of `Ctx` are added. `Options` are those of its code
  /// generation.
  void start(clang::ASTContext &Ctx, const clang::CodeGenOptions &Options);

  /// Adds `F`, which has a body; `Symbols` returns its symbols.
  void add(const clang::FunctionDecl &F,
           llvm::function_ref<std::vector<std::string>()> Symbols);

  FileKind kindOf(llvm::StringRef Path) const;
  bool holds(llvm::StringRef Symbol) const;

private:
  const clang::SourceManager *Sources = nullptr;
  const clang::CodeGenOptions *Options = nullptr;
  bool HaveDebugInfo = false;
  clang::FileID Last; ///< The last file that was entered; LastIsSystem holds for it.
  bool LastIsSystem = false;
  llvm::StringMap<bool> Files; ///< By path: true for the system's.
  llvm::StringSet<> Symbols;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_SYSTEMHEADERS_H
