//===- DependencyFile.h - What an object depends on, for make ---*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An object depends on the files of rules that the pass reads, and on the plugin itself.
// clang -MD says so then as it does of headers:
//
//   app.o: app.c pool.cfg /usr/lib/AllocSite.so
//
// By this file make and ninja compile anew what was compiled with other rules, and so
// does ccache in its depend mode.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_AST_DEPENDENCYFILE_H
#define ALLOCSITE_PASS_AST_DEPENDENCYFILE_H

#include "recognise/SourceAnswers.h"
#include <string>

namespace clang {
class CompilerInstance;
}

namespace allocsite {

/// Lists the files of Rules, and Plugin as a file of the system, which -MMD leaves out. To be
/// called when all is parsed: what reads such files takes the first one for the source. Does
/// nothing where no dependency file is asked for.
void listDependencies(clang::CompilerInstance &Compiler, const RuleAnswers &Rules,
                      const std::string &Plugin);

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_DEPENDENCYFILE_H
