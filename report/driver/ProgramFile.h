//===- ProgramFile.h - Whether a program brings the runtime -----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_DRIVER_PROGRAMFILE_H
#define ALLOCSITE_REPORT_DRIVER_PROGRAMFILE_H

#include <string>

namespace allocsite {

/// The file that execvp would start for \p Name: \p Name itself if it has a slash, else the first
/// executable of that name in $PATH; or "".
std::string programFileOf(const std::string &Name);

/// Is it of use, and harmless, to preload liballocsite.so into \p File? It is into a script, and
/// into a dynamic program of this machine whose main was compiled without the pass. It is not
/// into programs with a sanitizer, whose allocator must come first.
bool takesPreloadedRuntime(const std::string &File);

} // namespace allocsite

#endif
