//===- LibraryChains.cpp - Chains that lie wholly within a library --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryChains.h"

#include "read/AllocationLog.h"
#include "support/FunctionName.h"

#include <algorithm>
#include <iterator>

using namespace allocsite;

/// Namespaces of libraries that are mostly headers.
static constexpr std::string_view HeaderLibraries[] = {
    "absl",      "asio",   "boost", "cv",    "Eigen",    "fmt",    "folly",
    "google",    "grpc",   "hana",  "immer", "nlohmann", "ranges", "re2",
    "rapidjson", "spdlog", "tbb",   "toml",  "tsl",      "YAML"};

/// Directories that usually hold third-party sources.
static constexpr std::string_view LibraryDirectories[] = {
    "/usr/include", "/usr/local/include", "third_party",
    "third-party",  "thirdparty",         "3rdparty",
    "vendor",       "external",           "extern",
    "deps",         "subprojects",        "_deps"};

/// The directory of \p Site that holds libraries, or "".
static std::string_view directoryOfLibraries(std::string_view Site) {
  for (std::string_view Each : LibraryDirectories) {
    size_t At = Site.find(Each);
    while (At != std::string_view::npos) {
      const bool Begins = At == 0 || (Each[0] != '/' && Site[At - 1] == '/');
      if (Begins && Site.substr(At + Each.size(), 1) == "/")
        return Each;
      At = Site.find(Each, At + 1);
    }
  }
  return "";
}

std::string allocsite::libraryRule(const std::vector<NameId> &Chain, std::string_view Site,
                                   const NameTable &Names) {
  if (Chain.size() < CallChain().size())
    return "";
  std::string Space;
  bool HasSpace = false, HasNone = false;
  for (NameId Frame : Chain) {
    if (!isKnownFrame(Frame, Names))
      return "";
    const std::string Bare = bareFunctionName(Names[Frame]);
    if (Bare == "main" || Bare.empty() || Bare[0] == '(')
      return "";
    const size_t Colons = Bare.find("::");
    const std::string Its = Colons == std::string::npos ? "" : Bare.substr(0, Colons);
    (Its.empty() ? HasNone : HasSpace) = true;
    if (!Space.empty() && Its != Space)
      return "";
    Space = Its;
  }
  const std::string_view Directory = directoryOfLibraries(Site);
  const bool IsKnown = std::find(std::begin(HeaderLibraries), std::end(HeaderLibraries),
                                 Space) != std::end(HeaderLibraries);
  if (HasSpace && HasNone)
    return "";
  if (HasSpace)
    return IsKnown || !Directory.empty() ? "library:" + Space + "::*" : "";
  return Directory.empty() ? "" : "library-dir:" + std::string(Directory);
}
