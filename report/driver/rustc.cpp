//===- rustc.cpp - allocsite-rustc: rustc with AllocSite ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   allocsite-rustc -O app.rs                             a compiler
//   RUSTC_WRAPPER=allocsite-rustc cargo build --release   cargo calls: allocsite-rustc rustc …
//
// Passes its arguments on to rustc. Where code is made for programs and libraries, it adds the
// plugin and line tables in front of them. Macros and build scripts, which run while
// compiling, are as without AllocSite.
//
// Cargo asks `rustc -vV`, and compiles again what was compiled by a rustc that answered
// otherwise. So a line is added to the answer that differs with the plugin and its options:
// crates with and without AllocSite lie side by side in target/. Files of rules are added to
// the dependency file of each crate.
//
// No exit status 0 without code that went through the pass: its inventory tells.
//
//===----------------------------------------------------------------------===//

#include "PassOptions.h"
#include "Process.h"
#include "RustInvocation.h"
#include "Toolchain.h"
#include "allocsite/SymbolHash.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/mman.h>
#include <unistd.h>

using namespace allocsite;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

[[noreturn]] void end(const std::string &What) {
  std::fprintf(stderr, "allocsite: error: %s\n", What.c_str());
  std::exit(1);
}

std::string textOf(const std::string &File) {
  std::ostringstream Text;
  Text << std::ifstream(File, std::ios::binary).rdbuf();
  return Text.str();
}

bool endsWith(std::string_view Text, std::string_view End) {
  return Text.size() >= End.size() && Text.substr(Text.size() - End.size()) == End;
}

/// The part of a command line before rustc's own arguments: `clippy-driver rustc`, `rustc
/// +nightly`; none if this command is called in place of rustc. Moves it from \p Given, and
/// replaces this command by the rustc in PATH.
Words takeCompiler(Words &Given, bool &IsWrapper) {
  Words Compiler;
  size_t Count = 0;
  // Cargo names the wrapper of the workspace, if there is one, and rustc.
  while (Count < 2 && Count < Given.size()) {
    const std::string &Word = Given[Count];
    if (Word.empty() || std::strchr("-@+", Word[0]) || endsWith(Word, ".rs"))
      break;
    const bool IsOurs =
        fs::path(Word).filename() == "rustc" || fs::path(Word).filename() == "allocsite-rustc";
    std::string Program = findProgram(Word);
    if (Program.empty() && IsOurs)
      Program = findProgram("rustc");
    if (Program.empty())
      break;
    Compiler.push_back(Program);
    ++Count;
  }
  IsWrapper = Count != 0;
  if (!IsWrapper)
    Compiler.push_back(findProgram("rustc"));
  if (Compiler.front().empty())
    end("there is no rustc in PATH");
  if (Count < Given.size() && !Given[Count].empty() && Given[Count][0] == '+')
    Compiler.push_back(Given[Count++]); // rustup's choice of a toolchain
  Given.erase(Given.begin(), Given.begin() + Count);
  return Compiler;
}

/// Replaces this process.
[[noreturn]] void become(Words To) {
  std::vector<char *> Texts;
  for (std::string &Word : To)
    Texts.push_back(Word.data());
  Texts.push_back(nullptr);
  ::execvp(Texts[0], Texts.data());
  end(To[0] + ": " + std::strerror(errno));
}

Words joined(Words First, const Words &Second) {
  First.insert(First.end(), Second.begin(), Second.end());
  return First;
}

/// With the wrapper of the user, whose place this command takes, in front.
Words withWrapper(Words Command) {
  const char *Wrapper = std::getenv(RustWrapperVariable);
  if (Wrapper && *Wrapper)
    Command.insert(Command.begin(), Wrapper);
  return Command;
}

/// True in the processes of a build script, which tries what the compiler can do.
bool isCalledByBuildScript() {
  for (const char *Each : {"HOST", "TARGET", "NUM_JOBS", "OUT_DIR"})
    if (!std::getenv(Each))
      return false;
  return true;
}

/// Appends a line to the file `rustc` of the directory of `allocsite build`: `asked` by cargo,
/// or `left` and a target for which nothing is instrumented.
void tellBuild(const std::string &Line) {
  if (const char *Directory = std::getenv(BuildingVariable))
    std::ofstream(Directory + std::string("/rustc"), std::ios::app) << Line + '\n';
}

//===----------------------------------------------------------------------===//
// Which rustc it is
//===----------------------------------------------------------------------===//

struct Rustc {
  std::string Release; ///< "1.95.0", "1.97.0-nightly"
  unsigned Llvm = 0;   ///< Major version; 0: another code generator.

  /// Does it take -Z options without RUSTC_BOOTSTRAP?
  bool isNightly() const {
    return Release.find("nightly") != Release.npos || Release.find("-dev") != Release.npos;
  }
};

std::string fieldOf(const std::string &Answer, const std::string &Field) {
  const size_t At = ('\n' + Answer).find('\n' + Field + ": ");
  if (At == Answer.npos)
    return "";
  const size_t Start = At + Field.size() + 2;
  return Answer.substr(Start, Answer.find('\n', Start) - Start);
}

std::string versionAnswer(const Words &Compiler) {
  auto Answer = outputOfCommand(joined(Compiler, {"-vV"}));
  if (!Answer)
    end(Answer.error().What);
  return *Answer;
}

Rustc readVersion(const std::string &Answer) {
  Rustc Its;
  Its.Release = fieldOf(Answer, "release");
  Its.Llvm = unsigned(std::atoi(fieldOf(Answer, "LLVM version").c_str()));
  return Its;
}

//===----------------------------------------------------------------------===//
// What cargo asks
//===----------------------------------------------------------------------===//

/// The value of `rustc-wrapper` in \p File, a configuration of cargo; or "".
std::string wrapperIn(const fs::path &File) {
  std::ifstream Input(File);
  for (std::string Line; std::getline(Input, Line);) {
    const size_t Start = Line.find_first_not_of(" \t");
    for (const char *Key : {"rustc-wrapper", "build.rustc-wrapper"})
      if (Start != Line.npos && Line.compare(Start, std::strlen(Key), Key) == 0) {
        const size_t Open = Line.find_first_of("\"'", Start + std::strlen(Key));
        if (Open != Line.npos)
          return Line.substr(Open + 1, Line.find(Line[Open], Open + 1) - Open - 1);
      }
  }
  return "";
}

/// Ends the build if a configuration of cargo names a wrapper: RUSTC_WRAPPER, by which cargo
/// calls this command, overrides it. Leaves a cache of objects aside, as its answers are in
/// no inventory.
void refuseOtherWrapper() {
  if (!std::getenv(BuildingVariable) || std::getenv(RustWrapperVariable))
    return;
  std::error_code Failure;
  std::vector<fs::path> Folders;
  for (fs::path Folder = fs::current_path(Failure);; Folder = Folder.parent_path()) {
    Folders.push_back(Folder / ".cargo");
    if (Folder == Folder.parent_path())
      break;
  }
  if (const char *Home = std::getenv("CARGO_HOME"))
    Folders.push_back(Home);
  else if (const char *User = std::getenv("HOME"))
    Folders.push_back(fs::path(User) / ".cargo");
  for (const fs::path &Folder : Folders)
    for (const char *Name : {"config.toml", "config"}) {
      const std::string Wrapper = wrapperIn(Folder / Name);
      if (!Wrapper.empty() && fs::path(Wrapper).filename() != "sccache")
        end(fmt::format(
            "{}: rustc-wrapper = \"{}\" would not be called (hint: RUSTC_WRAPPER={} "
            "allocsite build … calls it behind AllocSite)",
            (Folder / Name).string(), Wrapper, Wrapper));
    }
}

/// Answers `rustc -vV`.
int tellVersion(const Installation &Here, const Words &Compiler) {
  refuseOtherWrapper();
  tellBuild("asked");
  const std::string Answer = versionAnswer(Compiler);
  PassOptions Options = PassOptions::ofEnvironment();
  Options.remove("inventory");
  // AllocSite.so contains the ids of the plugins.
  const std::string Identity = textOf("/proc/self/exe") + textOf(Here.Plugin) + Options.text();
  std::fwrite(Answer.data(), 1, Answer.size(), stdout);
  std::printf("allocsite: %016lx\n", allocSiteTextHash(Identity.data(), Identity.size()));
  return 0;
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// An inventory in memory. Its path is valid as long as this process runs.
class PrivateInventory {
public:
  PrivateInventory() : Descriptor(::memfd_create("inventory", MFD_CLOEXEC)) {
    if (Descriptor < 0)
      end(std::string("memfd_create: ") + std::strerror(errno));
  }

  std::string path() const { return fmt::format("/proc/{}/fd/{}", ::getpid(), Descriptor); }

private:
  const int Descriptor;
};

/// Adds \p Lines to \p Inventory in one write, as other compilations append, too.
void append(const std::string &Lines, const std::string &Inventory) {
  const int To = ::open(Inventory.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (To < 0 || ::write(To, Lines.data(), Lines.size()) != ssize_t(Lines.size()))
    end(Inventory + ": " + std::strerror(errno));
  ::close(To);
}

/// Adds \p Files to the first rule of \p DependencyFile, which is the one that cargo reads.
void addDependencies(const std::string &DependencyFile, const Words &Files) {
  std::string Text = textOf(DependencyFile), Added;
  const size_t Colon = Text.find(": "), End = Text.find('\n', Colon);
  if (Files.empty() || Colon == Text.npos || End == Text.npos)
    return;
  for (const std::string &File : Files) {
    Added += ' ';
    for (char C : File)
      Added += C == ' ' ? std::string("\\ ") : std::string(1, C);
  }
  std::ofstream(DependencyFile, std::ios::binary) << Text.insert(End, Added);
}

int compile(const Installation &Here, const Words &Compiler, Words Given,
            const RustInvocation &Asked) {
  const Rustc Its = readVersion(versionAnswer(Compiler));
  if (!Its.Llvm)
    end(Compiler.back() + ": tells no LLVM version");
  if (std::find(Here.Majors.begin(), Here.Majors.end(), Its.Llvm) == Here.Majors.end())
    end(fmt::format("{} {} is LLVM {}, plugins in {}/allocsite are for LLVM {} (hint: build "
                    "AllocSite with -DALLOCSITE_LLVM_VERSIONS={})",
                    Compiler.back(), Its.Release, Its.Llvm, Here.Library, Here.majorsText(),
                    Its.Llvm));
  if (Here.Plugin.find_first_of(" \t") != std::string::npos)
    end(Here.Plugin + ": rustc takes no plugin whose path has a space");

  PassOptions Options = PassOptions::ofEnvironment();
  const PrivateInventory Inventory;
  const std::string Whole = Options["inventory"];
  Options.remove("inventory");
  Options.remove("lto"); // rustc links by itself: each module is instrumented before
  Options.add("inventory", Inventory.path());
  ProcessOptions Process;
  Process.Environment = {"ALLOCSITE_PASS_OPTIONS=" + Options.text()};
  if (!Its.isNightly())
    Process.Environment.push_back("RUSTC_BOOTSTRAP=1");

  removeIncremental(Given);
  // The user's own flags stand behind these, and win. Symbols of the newer form have whole
  // names, as `<[T]>::sort` in place of `alloc::slice::<impl [T]>::sort`. Functions of equal code
  // stay apart, as one that stands for several would be a wrong frame; and functions that rules
  // name are inlined by LLVM, behind the pass.
  Words Flags = {"-Cdebuginfo=1", "-Csymbol-mangling-version=v0", "-Zmerge-functions=disabled",
                 "-Zinline-mir=no"};
  if (!Asked.NamesPlugin)
    Flags.push_back("-Zllvm-plugins=" + Here.Plugin);
  auto Status = runProcess(withWrapper(joined(joined(Compiler, Flags), Given)), Process);
  if (!Status)
    end(Status.error().What);
  if (*Status)
    return *Status;
  const std::string Lines = textOf(Inventory.path());
  if (Lines.find("\"kind\":\"module\"") == Lines.npos)
    end(fmt::format("{}: rustc has made code that did not pass through AllocSite (hint: is "
                    "another code generator than LLVM named, by -Zcodegen-backend?)",
                    Asked.Crate));
  if (!Whole.empty())
    append(Lines, Whole);
  if (!Asked.DependencyFile.empty())
    addDependencies(Asked.DependencyFile, Options.files());
  return 0;
}

} // namespace

int main(int Count, char **Arguments) {
  const Installation Here = Installation::ofThisCommand();
  // rustc links by the user's cc.
  leaveBuildDirectory();
  // Macros that are compiled with AllocSite, as they call what the program calls too, have
  // nothing to say in the compiler.
  for (const char *Each : {"ALLOCSITE", "SKIP_HEAP_PROFILE"})
    if (std::getenv(Each))
      ::setenv(Each, "0", 1);
  Words Given(Arguments + std::min(Count, 1), Arguments + Count);
  bool IsWrapper;
  const Words Compiler = takeCompiler(Given, IsWrapper);
  if (isCalledByBuildScript())
    become(joined(Compiler, Given));
  if (IsWrapper && Given == Words{"-vV"})
    return tellVersion(Here, Compiler);
  const RustInvocation Asked = readRustInvocation(Given);
  if (!Asked.isSupportedTarget())
    tellBuild("left " + Asked.Target);
  if (!Asked.MakesCode || Asked.IsForHost || !Asked.isSupportedTarget())
    become(withWrapper(joined(Compiler, Given)));
  return compile(Here, Compiler, std::move(Given), Asked);
}
