//===- SourceFiles.h - The sources that a profile names -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_SOURCEFILES_H
#define ALLOCSITE_REPORT_READ_SOURCEFILES_H

#include "profile/Expected.h"

#include <string>
#include <vector>

namespace allocsite {

/// Where a source lies that a profile names: relative names begin in \p Directory, or in the
/// current one if it is empty.
std::string sourcePath(const std::string &Named, const std::string &Directory);

/// True only for regular files: a log may name anything, even a pipe or device.
bool isReadableSource(const std::string &Path);

/// The lines of a source file, unchanged but for `\r` at their ends. An error names the file.
Expected<std::vector<std::string>> readSourceLines(const std::string &Path);

/// Prints that \p Count sources cannot be read, \p First among them.
void noteMissingSources(size_t Count, const std::string &First);

} // namespace allocsite

#endif
