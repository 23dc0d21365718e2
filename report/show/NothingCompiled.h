//===- NothingCompiled.h - Why a build compiled nothing with AllocSite -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a build succeeds and its inventory is empty, the files that it wrote tell why:
//
//   none              everything is up to date
//   only a program    it was linked from existing objects
//   an object file    another compiler made it
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_NOTHINGCOMPILED_H
#define ALLOCSITE_REPORT_SHOW_NOTHINGCOMPILED_H

#include "profile/Expected.h"

#include <filesystem>
#include <string>
#include <vector>

namespace allocsite {

/// Says why \p Command compiled nothing, and how to fix it. Files below \p Top that are not
/// older than \p Start, a time of that file system, were written by the command.
Error whyNothingWasCompiled(const std::vector<std::string> &Command,
                            const std::filesystem::path &Top,
                            std::filesystem::file_time_type Start);

/// An error if the build has by now written an object file that names another compiler; it
/// says how to use allocsite-clang instead.
MaybeError findObjectOfOtherCompiler(const std::filesystem::path &Top,
                                     std::filesystem::file_time_type Start);

} // namespace allocsite

#endif
