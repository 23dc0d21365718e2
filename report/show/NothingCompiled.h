//===- NothingCompiled.h - Why a build has compiled nothing with AllocSite ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a build ends well and its inventory is empty, the files that it has written tell why:
//
//   none              everything is up to date
//   a program alone   it was linked of objects that were there before
//   an object file    another compiler has made it
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_NOTHINGCOMPILED_H
#define ALLOCSITE_REPORT_SHOW_NOTHINGCOMPILED_H

#include "profile/Expected.h"

#include <filesystem>
#include <string>
#include <vector>

namespace allocsite {

/// Says why \p Command compiled nothing, and what helps. It has written the files below \p Top
/// that are not older than \p Start, a time of that file system.
Error whyNothingWasCompiled(const std::vector<std::string> &Command,
                            const std::filesystem::path &Top,
                            std::filesystem::file_time_type Start);

/// An object file that the build has written so far and another compiler has made, and how to
/// give it allocsite-clang; nothing while there is none that names its compiler.
MaybeError findObjectOfOtherCompiler(const std::filesystem::path &Top,
                                     std::filesystem::file_time_type Start);

} // namespace allocsite

#endif
