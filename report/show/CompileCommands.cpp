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
#include "support/JsonObject.h"
#include "support/Message.h"
#include "support/NewFile.h"

#include <fstream>
#include <map>
#include <vector>

using namespace allocsite;
namespace fs = std::filesystem;

/// The path of the source file of the entry \p Line; "" if it is no entry.
static std::string sourceOf(const std::string &Line) {
  JsonObject Its;
  const bool IsWhole = !Its.read(Line).IsError();
  auto File = Its.text("file"), Directory = Its.text("directory");
  return IsWhole && File && Directory && !File->empty() && !Directory->empty()
             ? absolutePath(*Directory, *File)
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
