//===- SystemHeaders.h - What comes from headers of the system --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which headers are the system's clang knows: by -isystem, by its own directories, by a
// pragma, by the marks of a preprocessed file. A function is known to the pass by the file
// that its debug information names, or else by its symbol. Few files hold thousands of
// functions, and to mangle a name takes long, so symbols are kept only where they are needed.
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
  /// Before the functions of `Ctx` are added, of which code is made as `Options` say.
  void start(clang::ASTContext &Ctx, const clang::CodeGenOptions &Options);

  /// `Symbols` gives those of `F`, which has a body.
  void add(const clang::FunctionDecl &F,
           llvm::function_ref<std::vector<std::string>()> Symbols);

  FileKind kindOf(llvm::StringRef Path) const;
  bool holds(llvm::StringRef Symbol) const;

private:
  const clang::SourceManager *Sources = nullptr;
  const clang::CodeGenOptions *Options = nullptr;
  bool HaveDebugInfo = false;
  clang::FileID Last; ///< Of which nothing more is to be known.
  bool LastIsSystem = false;
  llvm::StringMap<bool> Files; ///< By path: whether it is the system's.
  llvm::StringSet<> Symbols;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_SYSTEMHEADERS_H
