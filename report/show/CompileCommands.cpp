//===- CompileCommands.cpp - How the files of a build were compiled ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands.h"
#include "BuildSummary.h"
#include "inventory/Inventory.h"
#include "support/DisplayText.h"
#include "support/Message.h"
#include "support/NewFile.h"

#include <fstream>
#include <map>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#include <vector>

using namespace allocsite;
namespace fs = std::filesystem;

namespace {
/// Keeps two members of the outermost object and skips the rest.
struct EntryReader : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, EntryReader> {
  unsigned Depth = 0;
  std::string Member, File, Directory;

  bool Key(const char *Name, rapidjson::SizeType Size, bool) {
    Member.assign(Name, Size);
    return true;
  }
  bool String(const char *Value, rapidjson::SizeType Size, bool) {
    if (Depth == 1 && Member == "file")
      File.assign(Value, Size);
    if (Depth == 1 && Member == "directory")
      Directory.assign(Value, Size);
    return true;
  }
  bool StartObject() { return ++Depth; }
  bool EndObject(rapidjson::SizeType) { return Depth--; }
  bool StartArray() { return ++Depth; }
  bool EndArray(rapidjson::SizeType) { return Depth--; }
};
} // namespace

/// The path of the source file of the entry \p Line; "" if it is no entry.
static std::string sourceOf(const std::string &Line) {
  rapidjson::MemoryStream Stream(Line.data(), Line.size());
  EntryReader Its;
  const bool IsWhole =
      bool(rapidjson::Reader().Parse<rapidjson::kParseIterativeFlag>(Stream, Its));
  return IsWhole && !Its.File.empty() && !Its.Directory.empty()
             ? absolutePath(Its.Directory, Its.File)
             : "";
}

/// Adds the entries of \p From to \p BySource, which is keyed by source file. False if a line
/// is neither an entry nor a bracket: then another program has written the file.
static bool readLines(const fs::path &From,
                      std::map<std::string, std::vector<std::string>> &BySource) {
  std::error_code Ignored;
  std::map<std::string, std::vector<std::string>> Its;
  std::ifstream File(From, std::ios::binary);
  bool IsOurs = true;
  for (std::string Line; std::getline(File, Line);) {
    if (!Line.empty() && Line.back() == ',')
      Line.pop_back();
    std::string Source = sourceOf(Line);
    IsOurs &= !Source.empty() || Line.empty() || Line == "[" || Line == "]";
    if (!Source.empty() && !isProbeOfBuildSystem(Source) && fs::exists(Source, Ignored))
      Its[Source].push_back(std::move(Line));
  }
  for (auto &[Source, Commands] : Its)
    BySource[Source] = std::move(Commands);
  return IsOurs;
}

MaybeError allocsite::collectCommands(const fs::path &Lines, const fs::path &Database) {
  std::map<std::string, std::vector<std::string>> BySource; // which may make several objects
  std::error_code Ignored;
  if (!fs::exists(Lines, Ignored))
    return {};
  const bool IsOurs = readLines(Database, BySource);
  readLines(Lines, BySource);
  fs::remove(Lines, Ignored);
  if (!IsOurs) {
    printWarning(displayText(Database.string()) +
                 ": not a file of AllocSite; it is left as it is");
    return {};
  }
  std::string Text;
  for (const auto &[Source, Commands] : BySource)
    for (const std::string &Each : Commands)
      Text += (Text.empty() ? "[\n" : ",\n") + Each;
  return Text.empty() ? MaybeError() : writeNewFile(Database, Text + "\n]\n");
}
