//===- DependencyFile.cpp - Adds rules to make's dependencies -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DependencyFile.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace allocsite {

/// Adds a dependency. The writer of dependencies has copied its options by now, but it listens
/// to the preprocessor: so report the file as one that __has_include has found, on which the
/// object depends though it is not read.
static void add(CompilerInstance &Compiler, const char *Path,
                SrcMgr::CharacteristicKind Kind) {
  auto File = Compiler.getFileManager().getOptionalFileRef(Path);
  if (File)
    Compiler.getPreprocessor().getPPCallbacks()->HasInclude(SourceLocation(), Path,
                                                            /*IsAngled=*/false, File, Kind);
}

void listDependencies(CompilerInstance &Compiler, const RuleAnswers &Rules,
                      const std::string &Plugin) {
  if (Compiler.getDependencyOutputOpts().OutputFile.empty() ||
      !Compiler.getPreprocessor().getPPCallbacks())
    return;
  Rules.EachFile(
      [](const char *Path, void *To) {
        add(*static_cast<CompilerInstance *>(To), Path, SrcMgr::C_User);
      },
      &Compiler);
  add(Compiler, Plugin.c_str(), SrcMgr::C_System);
}

} // namespace allocsite
