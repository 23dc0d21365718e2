//===- CompileCommands.h - How the files of a build were compiled ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// allocsite-clang appends a line for each compilation, as {"directory": …, "file": …,
// "arguments": […]}. They become the compilation database that `allocsite discover -p` and
// other tools of clang read.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_COMPILECOMMANDS_H
#define ALLOCSITE_REPORT_SHOW_COMPILECOMMANDS_H

#include "profile/Expected.h"

#include <filesystem>

namespace allocsite {

/// Moves the entries of the file \p Lines, which is removed, into \p Database. Its entries for
/// other files stay, unless those files are gone. Leaves out the programs with which a build
/// system tests the compiler.
MaybeError collectCommands(const std::filesystem::path &Lines,
                           const std::filesystem::path &Database);

} // namespace allocsite

#endif
