//===- BuildSummary.cpp - What a build was instrumented with -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildSummary.h"
#include "allocsite/SystemAllocators.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <fmt/format.h>

using namespace allocsite;

/// True for reasons that a rule, a prototype or another flag can fix. The others are no fault:
/// a call that the optimiser has removed allocates nothing.
static bool canBeMended(std::string_view Reason) {
  return Reason == "parameters" || Reason == "fewer-arguments";
}

static bool isOfLibraries(std::string_view Allocator) {
  static constexpr std::string_view Words[] = {
      "malloc",         "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign",
      "posix_memalign", "valloc", "pvalloc", "strdup",       "strndup",       "wcsdup"};
  return std::find(std::begin(Words), std::end(Words), Allocator) != std::end(Words) ||
         Allocator.substr(0, 12) == "operator new";
}

/// These programs may be kept: by CMake in its modules (CMakeCCompilerABI.c) and in
/// CMakeFiles, which also has directories of real targets (app.dir/Unity/unity_0_c.c); by
/// Meson, SCons and waf in directories of their own; by configure scripts that were
/// interrupted.
bool allocsite::isProbeOfBuildSystem(const std::filesystem::path &File) {
  auto startsWith = [](const std::string &Text, std::string_view Start) {
    return Text.compare(0, Start.size(), Start) == 0;
  };
  std::string Before;
  for (const auto &Part : File) {
    std::string Name = Part.string();
    bool IsOfTarget = Name.size() > 4 && Name.compare(Name.size() - 4, 4, ".dir") == 0;
    if ((Before == "CMakeFiles" && !IsOfTarget) ||
        (startsWith(Before, "cmake") && Name == "Modules") || Name == "meson-private" ||
        Name == ".sconf_temp" || startsWith(Name, ".conf_check_"))
      return true;
    Before = std::move(Name);
  }
  return startsWith(Before, "conftest.");
}

/// The crate of a module that rustc has made, such as `app` of `app.92a842c6-cgu.0`; "" of others.
static std::string crateOf(const std::string &Module) {
  return Module.find("-cgu.") != Module.npos && Module.find('/') == Module.npos
             ? Module.substr(0, Module.find('.'))
             : "";
}

size_t BuildSummary::siteCount() const {
  size_t Count = 0;
  for (const auto &[Allocator, Number] : Sites)
    Count += Number;
  return Count;
}

BuildSummary allocsite::summarise(const Inventory &Known, const NameTable &Names) {
  BuildSummary Summary;
  std::set<std::pair<NameId, NameId>> Seen; // a header's site is in many modules
  for (const InventoryModule &Module : Known.modules()) {
    const std::string Crate = crateOf(Module.Name);
    if (!Crate.empty()) {
      Summary.Crates.insert(Crate);
    } else {
      std::string File = absolutePath(Module.Directory, Module.Name);
      std::error_code Failure;
      if (isProbeOfBuildSystem(File) || !std::filesystem::exists(File, Failure))
        continue;
      Summary.Files.insert(File);
    }
    for (const InventoryEntry &Each : Module.Entries) {
      bool IsRefused = Each.Of == InventoryEntry::Refused;
      bool IsSite = Each.Of == InventoryEntry::Site || Each.Of == InventoryEntry::LibrarySite;
      if (!IsSite && !(IsRefused && canBeMended(Names[Each.Reason])))
        continue;
      if (!Seen.insert({Each.Place, Each.Allocator}).second)
        continue;
      std::string Allocator(Names[Each.Allocator]);
      ++(IsRefused ? Summary.Uncounted : Summary.Sites)[Allocator];
      Summary.HasOwnAllocators |= !IsRefused && !isOfLibraries(Allocator);
    }
  }
  return Summary;
}

static std::vector<std::pair<std::string, size_t>>
mostFirst(const std::map<std::string, size_t> &Counts) {
  std::vector<std::pair<std::string, size_t>> Sorted(Counts.begin(), Counts.end());
  std::sort(Sorted.begin(), Sorted.end(), [](const auto &A, const auto &B) {
    return A.second != B.second ? A.second > B.second : A.first < B.first;
  });
  return Sorted;
}

static std::string counted(size_t Count, std::string_view What) {
  return fmt::format("{} {}{}", Count, What, Count == 1 ? "" : "s");
}

/// The one hint that helps most.
static std::string hint(const BuildSummary &Summary, const std::string &Directory,
                        bool KnowsLeaves) {
  if (!Summary.Uncounted.empty())
    return fmt::format("{} has other parameters than the allocator of its name: a rule says "
                       "which is the size (docs/allocators.md)",
                       displayText(mostFirst(Summary.Uncounted).front().first));
  if (!Summary.Files.empty() && !Summary.HasOwnAllocators && Summary.siteCount())
    return fmt::format("only allocators of the C and C++ libraries were found; `allocsite "
                       "discover -p {}` looks for the program's own",
                       displayText(Directory));
  if (!Summary.Crates.empty() && !Summary.siteCount())
    return "without optimisation Rust's generic code is that of its library, where it has no "
           "sites "
           "of its own: cargo build --release";
  if (!KnowsLeaves && Summary.Files.size() + Summary.Crates.size() > 1)
    return "--twice builds again with what is known now, so that the profile costs less";
  return "";
}

std::string allocsite::buildSummaryText(const BuildSummary &Summary,
                                        const std::string &Directory, bool KnowsLeaves) {
  std::string Compiled = Summary.Files.empty() ? "" : counted(Summary.Files.size(), "file");
  if (!Summary.Crates.empty())
    Compiled += (Compiled.empty() ? "" : " and ") + counted(Summary.Crates.size(), "crate");
  std::string Text =
      fmt::format("{} instrumented: {} of {}", Compiled, counted(Summary.siteCount(), "site"),
                  counted(Summary.Sites.size(), "allocator"));
  constexpr size_t MaxShown = 6;
  std::vector<std::string> Shown;
  for (const auto &[Allocator, Count] : mostFirst(Summary.Sites)) {
    if (Shown.size() == MaxShown) {
      Shown.push_back("…");
      break;
    }
    Shown.push_back(fmt::format("{} {}", displayText(Allocator), Count));
  }
  if (!Shown.empty())
    Text += fmt::format(" ({})", fmt::join(Shown, ", "));
  Text += '\n';
  size_t Uncounted = 0;
  for (const auto &[Callee, Count] : Summary.Uncounted)
    Uncounted += Count;
  if (Uncounted)
    Text += fmt::format("{} {} like {} and cannot be counted\n", counted(Uncounted, "call"),
                        Uncounted == 1 ? "looks" : "look",
                        Uncounted == 1 ? "an allocation" : "allocations");
  if (std::string Hint = hint(Summary, Directory, KnowsLeaves); !Hint.empty())
    Text += "hint: " + Hint + '\n';
  return Text;
}
