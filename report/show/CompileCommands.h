//===- CompileCommands.h - How the files of a build were compiled ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// allocsite-clang appends a line for each compilation, as {"directory": …, "file": …,
// "arguments": […]}. They become the compilation database that `allocsite discover -p` and other
// tools of clang read.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_COMPILECOMMANDS_H
#define ALLOCSITE_REPORT_SHOW_COMPILECOMMANDS_H

#include "profile/Expected.h"

#include <filesystem>

namespace allocsite {

/// Adds the \p Lines, a file that is removed, to \p Database. What that said before of other
/// files stays, unless they are gone. Programs by which a build system tries the compiler are
/// left out.
MaybeError collectCommands(const std::filesystem::path &Lines,
                           const std::filesystem::path &Database);

} // namespace allocsite

#endif
