//===- main.cpp - allocsite-clang, allocsite-clang++: clang with AllocSite ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   CC=allocsite-clang CXX=allocsite-clang++ ./configure && make
//
// A compiler for builds that know nothing of AllocSite. It passes its arguments on to clang.
// When compiling it adds the plugin in front of them. When linking an executable it adds the
// runtime's archive behind them; the linker takes nothing from that if main was compiled with
// the pass, which brings the runtime. AllocSite's headers come last on the search path. All
// else, from `-E` to `--version`, is as with plain clang. clang replaces this process, so that
// signals and the exit status are its own.
//
// Called as allocsite-clang-19 it runs clang 19; else the clang that ALLOCSITE_CLANG names, or
// the newest one that has a plugin.
//
//===----------------------------------------------------------------------===//

#include "Invocation.h"
#include "Toolchain.h"
#include "report/support/Quoted.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

using namespace allocsite;

/// Compiler caches hash this executable, not the plugin it loads. So it contains the plugins'
/// ids and changes with them, like AllocSite.so (pass/loader/Loader.cpp).
__attribute__((used, retain)) static const char *const PluginIds[][2] = {
#define PLUGIN(NAME, ID) {NAME, ID},
#include "PluginIds.inc"
#undef PLUGIN
};

namespace {

[[noreturn]] void end(const std::string &What) {
  std::fprintf(stderr, "allocsite: error: %s\n", What.c_str());
  std::exit(1);
}

/// The name by which this command was called, such as allocsite-clang++-19.
struct OwnName {
  bool IsCxx;
  unsigned Major = 0; ///< 0: the name has no version.
  std::string Target; ///< Of a cross compiler's name, or empty.

  explicit OwnName(std::string Name) {
    Name.erase(0, Name.rfind('/') + 1);
    IsCxx = Name.find("++") != Name.npos;
    Target = targetOfName(Name);
    std::string Last = Name.substr(Name.rfind('-') + 1);
    // Take a version only from names of clang: within `allocsite build` this command is called
    // gcc-12, too (BuildCommand.cpp).
    if (Name.find("clang") != Name.npos && Last.size() <= 2 && !Last.empty() &&
        Last.find_first_not_of("0123456789") == Last.npos)
      Major = unsigned(std::stoul(Last));
  }
};

/// Adds the plugin with the words of lib/allocsite/allocsite.cfg, which explains each. They
/// stand in front of the user's words, so that the user's -Rpass= wins.
void addPlugin(std::vector<std::string> &To, const Installation &Of) {
  if (::access(Of.Plugin.c_str(), R_OK) != 0)
    end(Of.Plugin + ": " + std::strerror(errno) +
        " (hint: install all files of AllocSite under one prefix)");
  To.push_back("-fplugin=" + Of.Plugin);
  To.push_back("-fpass-plugin=" + Of.Plugin);
  To.push_back("-Rpass=__none__");
}

void addRuntime(std::vector<std::string> &To, const Installation &Of,
                const Invocation &Asked) {
  const std::string Runtime = Of.runtimeFor(Asked.Machine);
  if (::access(Runtime.c_str(), R_OK) != 0)
    return; // the linker will report missing symbols, if any
  if (!Asked.EndsOptions) {
    // With -Xlinker, the archive is not affected by -x.
    To.push_back("-Xlinker");
    To.push_back(Runtime);
  } else if (!Asked.NamesLanguage) {
    To.push_back(Runtime);
  }
}

/// Adds the directory of <allocsite/control.h> at the end of the search path. Avoids warnings
/// about unused arguments, which are for the user's own words.
void addHeaders(std::vector<std::string> &To, const Installation &Of) {
  // clang searches these directories anyway, unless it compiles for another system.
  if (Of.Include == "/usr/include" || Of.Include == "/usr/local/include" ||
      ::access((Of.Include + "/allocsite").c_str(), R_OK) != 0)
    return;
  for (const char *Each : {"--start-no-unused-arguments", "-idirafter", Of.Include.c_str(),
                           "--end-no-unused-arguments"})
    To.push_back(Each);
}

/// Appends an entry for compile_commands.json to \p File for each of \p Sources: one line
/// each, in one write, as other compilations append, too. Ignores failures, so that the build
/// goes on.
void recordCommand(const std::string &File, const std::vector<std::string> &Sources,
                   const std::vector<std::string> &Words) {
  std::error_code Failure;
  const std::string Directory = std::filesystem::current_path(Failure);
  std::string Arguments, Lines;
  for (const std::string &Word : Words)
    Arguments += (Arguments.empty() ? "" : ",") + jsonString(Word);
  for (const std::string &Source : Sources)
    Lines += "{\"directory\":" + jsonString(Directory) + ",\"file\":" + jsonString(Source) +
             ",\"arguments\":[" + Arguments + "]}\n";
  const int To = ::open(File.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (To >= 0 && ::write(To, Lines.data(), Lines.size()) >= 0)
    ::close(To);
}

} // namespace

int main(int Count, char **Arguments) {
  const OwnName Name(Count ? Arguments[0] : "");
  const Installation Here = Installation::ofThisCommand();
  const char *Building = std::getenv(BuildingVariable);
  leaveBuildDirectory();
  const char *Wanted = std::getenv("ALLOCSITE_CLANG");
  auto Chosen = chooseClang(Here, Wanted && !Name.Major ? Wanted : "", Name.Major);
  if (!Chosen)
    end(Chosen.error().What);

  std::vector<std::string> Given(Arguments + std::min(Count, 1), Arguments + Count);
  const bool CallsCompiler = !Given.empty() && Given[0].compare(0, 4, "-cc1") == 0;
  if (!Name.Target.empty() && !CallsCompiler)
    Given.insert(Given.begin(), "--target=" + Name.Target);
  const Invocation Asked = readInvocation(expandResponseFiles(Given));
  std::vector<std::string> Words{Chosen->Path};
  if (!CallsCompiler)
    Words.push_back(Name.IsCxx ? "--driver-mode=g++" : "--driver-mode=gcc");
  if (!CallsCompiler)
    addHeaders(Words, Here);
  if (Building && Asked.Compiles) {
    std::vector<std::string> Recorded = Words;
    Recorded.insert(Recorded.end(), Given.begin(), Given.end());
    recordCommand(Building + std::string("/commands.jsonl"), Asked.Sources, Recorded);
  }
  if (Asked.Compiles && !Asked.NamesPlugin)
    addPlugin(Words, Here);
  else if (!Asked.Compiles)
    removePluginOptions(Given);
  Words.insert(Words.end(), Given.begin(), Given.end());
  if (Asked.Links)
    addRuntime(Words, Here, Asked);

  std::vector<char *> Texts;
  for (std::string &Word : Words)
    Texts.push_back(Word.data());
  Texts.push_back(nullptr);
  ::execv(Chosen->Path.c_str(), Texts.data());
  end(Chosen->Path + ": " + std::strerror(errno));
}
