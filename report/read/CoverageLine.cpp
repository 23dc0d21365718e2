//===- CoverageLine.cpp - What a log says that it lacks -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoverageLine.h"

#include <algorithm>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

using namespace allocsite;

/// A limit for damaged files: the runtime writes less.
static constexpr size_t MostBytes = 1 << 16;

namespace {
/// Keeps two members of the outermost object and skips the rest.
struct CoverageReader : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, CoverageReader> {
  unsigned Version = 0, Depth = 0;
  std::string Line, Member;

  bool Key(const char *Name, rapidjson::SizeType Size, bool) {
    Member.assign(Name, Size);
    return true;
  }
  bool String(const char *Value, rapidjson::SizeType Size, bool) {
    if (Depth == 1 && Member == "line")
      Line.assign(Value, Size);
    return true;
  }
  bool Uint(unsigned Value) {
    if (Depth == 1 && Member == "version")
      Version = Value;
    return true;
  }
  bool StartObject() { return ++Depth; }
  bool EndObject(rapidjson::SizeType) { return Depth--; }
  bool StartArray() { return ++Depth; }
  bool EndArray(rapidjson::SizeType) { return Depth--; }
};
} // namespace

std::string allocsite::coverageLine(LogTables &Of) {
  auto Found = Of.find("coverage");
  if (!Found || !*Found)
    return "";
  const std::string &Text = (*Found)->Text;
  rapidjson::MemoryStream Stream(Text.data(), std::min(Text.size(), MostBytes));
  CoverageReader Its;
  bool IsWhole = bool(rapidjson::Reader().Parse<rapidjson::kParseIterativeFlag>(Stream, Its));
  return IsWhole && Its.Version == 1 ? Its.Line : "";
}
