//===- DependencyFile.h - Adds rules to make's dependencies -----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An object depends on the rule files that the pass reads, and on the plugin itself. This
// adds them to the dependency file that clang -MD writes:
//
//   app.o: app.c pool.cfg /usr/lib/AllocSite.so
//
// With it make, ninja and ccache (in its depend mode) recompile objects after a change of
// the rules or the plugin.
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

/// Lists the files of Rules, and Plugin as a system file, which -MMD leaves out. Call it at the
/// end of parsing: readers of a dependency file take its first file for the source. Does
/// nothing if no dependency file is requested.
void listDependencies(clang::CompilerInstance &Compiler, const RuleAnswers &Rules,
                      const std::string &Plugin);

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_DEPENDENCYFILE_H
