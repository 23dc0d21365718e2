//===- CoverageLine.cpp - What a log says that it lacks -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoverageLine.h"
#include "support/BesideLog.h"

#include <cstdio>
#include <memory>
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

std::string allocsite::coverageLine(const std::string &Log) {
  const std::string Path = besideLog(Log, ".coverage.json");
  std::unique_ptr<FILE, int (*)(FILE *)> File(std::fopen(Path.c_str(), "re"), std::fclose);
  if (!File)
    return "";
  std::string Text(MostBytes, '\0');
  Text.resize(std::fread(Text.data(), 1, MostBytes, File.get()));
  rapidjson::MemoryStream Stream(Text.data(), Text.size());
  CoverageReader Its;
  bool IsWhole = bool(rapidjson::Reader().Parse<rapidjson::kParseIterativeFlag>(Stream, Its));
  return IsWhole && Its.Version == 1 ? Its.Line : "";
}
