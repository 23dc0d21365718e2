//===- Annotation.h - Allocations by line of a source file ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   rows ──▶ sites with a file ──▶ files ──▶ lines ──▶ what each call of the line allocates
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_FINDINGS_ANNOTATION_H
#define ALLOCSITE_REPORT_FINDINGS_ANNOTATION_H

#include "model/Profile.h"

#include <map>
#include <string>
#include <vector>

namespace allocsite {

/// A call to an allocator.
struct AnnotatedCall {
  uint32_t Column = 0; ///< from 1, 0: not known
  NameId Allocator = NoName, Type = NoName, Function = NoName;
  std::vector<uint64_t> Values; ///< by column of the profile
};

struct AnnotatedLine {
  std::vector<AnnotatedCall> Calls; ///< from left to right
};

struct AnnotatedFile {
  std::map<uint32_t, AnnotatedLine> Lines; ///< from 1
  std::vector<uint64_t> Values;            ///< of all lines, by column of the profile
};

/// The annotated files, by name as in the profile. Rows without a line number are left out.
std::map<std::string, AnnotatedFile> annotationsOf(const Profile &Of, unsigned Side);

} // namespace allocsite

#endif
