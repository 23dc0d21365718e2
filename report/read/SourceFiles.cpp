//===- SourceFiles.cpp - The sources that a profile names -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceFiles.h"

#include "ByteSource.h"
#include "support/DisplayText.h"
#include "support/Message.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace allocsite;

std::string allocsite::sourcePath(const std::string &Named, const std::string &Directory) {
  return Directory.empty() || Named[0] == '/' ? Named : Directory + '/' + Named;
}

bool allocsite::isReadableSource(const std::string &Path) {
  struct stat Is;
  return ::stat(Path.c_str(), &Is) == 0 && S_ISREG(Is.st_mode) &&
         ::access(Path.c_str(), R_OK) == 0;
}

Expected<std::vector<std::string>> allocsite::readSourceLines(const std::string &Path) {
  constexpr size_t MostSourceBytes = 64 << 20;
  auto Text = readText(Path, MostSourceBytes, "source");
  if (!Text)
    return Text.error();
  std::vector<std::string> Lines = linesOf(*Text);
  for (std::string &Each : Lines)
    if (!Each.empty() && Each.back() == '\r')
      Each.pop_back();
  return Lines;
}

void allocsite::noteMissingSources(size_t Count, const std::string &First) {
  printNote(
      fmt::format("{} source{} cannot be read, such as {} (--source-dir names where they are)",
                  Count, Count == 1 ? "" : "s", displayText(First)));
}
