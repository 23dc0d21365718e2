//===- RunCommand.cpp - allocsite run: run a program and report on it -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   a new directory ◀── logs of the program and of all that it starts
//                   ◀── profiles of those that were killed
//                   ──▶ allocsite report, html or merge, on all of them
//
//===----------------------------------------------------------------------===//

#include "Choice.h"
#include "ProfileOptions.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

using namespace allocsite;

namespace {

struct RunOptions {
  std::vector<std::string> Program; ///< and its arguments
  std::string Page, Log;            ///< files to write, or empty
  std::string By, Top;
};

/// What a shell says of a program that it could not start.
constexpr int NotFound = 127, NotExecutable = 126;

/// The exit code that a shell would give.
int exitCodeOf(int Status) {
  return WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}

int waitFor(pid_t Child) {
  int Status = 0;
  while (::waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  return exitCodeOf(Status);
}

/// Runs \p Words, the first of which is looked up in $PATH; its exit code.
int start(const std::vector<std::string> &Words, const char *Path) {
  std::vector<char *> Arguments;
  for (const std::string &Each : Words)
    Arguments.push_back(const_cast<char *>(Each.c_str()));
  Arguments.push_back(nullptr);
  const pid_t Child = ::fork();
  if (Child < 0) {
    printError(fmt::format("{}: {}", displayText(Words[0]), std::strerror(errno)));
    return NotExecutable;
  }
  if (Child == 0) {
    // The command ignores it (main.cpp), the program does not.
    std::signal(SIGPIPE, SIG_DFL);
    ::execvp(Path ? Path : Arguments[0], Arguments.data());
    const int Code = errno;
    printError(fmt::format("{}: {}", displayText(Words[0]), std::strerror(Code)));
    ::_exit(Code == ENOENT ? NotFound : NotExecutable);
  }
  // Ctrl-C is for the program; what it has counted is reported.
  auto Interrupt = std::signal(SIGINT, SIG_IGN), Quit = std::signal(SIGQUIT, SIG_IGN);
  const int Code = waitFor(Child);
  std::signal(SIGINT, Interrupt);
  std::signal(SIGQUIT, Quit);
  return Code;
}

Expected<std::string> newDirectory() {
  const char *Parent = std::getenv("TMPDIR");
  std::string Path = std::string(Parent && *Parent ? Parent : "/tmp") + "/allocsite-run-XXXXXX";
  // The program may change its directory.
  std::error_code Code;
  Path = std::filesystem::absolute(Path, Code).string();
  if (Code || !::mkdtemp(Path.data()))
    return Error{fmt::format("{}: {}", displayText(Path),
                             Code ? Code.message() : std::strerror(errno))};
  if (Path.find(':') != Path.npos) {
    ::rmdir(Path.c_str());
    return Error{displayText(Path) + ": a directory with a : in its name cannot stand in "
                                     "ALLOCSITE_OPTIONS (set TMPDIR to another)"};
  }
  return Path;
}

/// The older name and the alias, of which the runtime takes the first that is set.
constexpr const char *LevelNames[] = {"SKIP_HEAP_PROFILE", "ALLOCSITE"};

void setEnvironment(const std::string &Directory) {
  // `%` begins a placeholder.
  std::string Escaped;
  for (char C : Directory)
    Escaped += C == '%' ? std::string("%%") : std::string(1, C);
  const char *Given = std::getenv("ALLOCSITE_OPTIONS");
  std::string Options = Given && *Given ? std::string(Given) + ':' : std::string("verbosity=0:");
  // A profile that is kept beside its log would count twice.
  Options += fmt::format("output={0}/%p-%n.csv:profile={0}/%p-%n.asprof:keep_profile=0",
                         Escaped);
  ::setenv("ALLOCSITE_OPTIONS", Options.c_str(), 1);
  bool IsGivenLevel = false;
  for (const char *Name : LevelNames)
    if (const char *Level = std::getenv(Name); Level && *Level)
      IsGivenLevel = true;
  if (!IsGivenLevel)
    ::setenv(LevelNames[0], "1", 1);
}

/// Logs, and the profiles that have left none.
std::vector<std::string> profilesIn(const std::string &Directory) {
  std::vector<std::string> Found;
  std::error_code Code;
  for (const auto &Each : std::filesystem::directory_iterator(Directory, Code))
    if (const auto Ending = Each.path().extension(); Ending == ".csv" || Ending == ".asprof")
      Found.push_back(Each.path().string());
  std::sort(Found.begin(), Found.end());
  return Found;
}

/// The command that shows \p Files.
std::vector<std::string> shownBy(const RunOptions &Options,
                                 const std::vector<std::string> &Files) {
  std::vector<std::string> Words = {"allocsite"};
  auto add = [&Words](std::initializer_list<std::string> More) {
    Words.insert(Words.end(), More);
  };
  if (!Options.Page.empty())
    add({"html", "--sum", "-o", Options.Page});
  else if (!Options.Log.empty())
    add({"merge", "-o", Options.Log});
  else
    add({"report"});
  if (Options.Page.empty() && Options.Log.empty()) {
    if (!Options.By.empty())
      add({"--by", Options.By});
    if (!Options.Top.empty())
      add({"--top", Options.Top});
  }
  Words.insert(Words.end(), Files.begin(), Files.end());
  return Words;
}

int runProgram(const RunOptions &Options) {
  if (Options.Program.empty())
    return failUsage({"no program given (allocsite run -- ./app)"}, "run");
  if (!Options.Page.empty() && !Options.Log.empty())
    return failUsage({"--html and -o: one of the two"}, "run");
  auto Directory = newDirectory();
  if (!Directory)
    return fail(Directory.error());
  setEnvironment(*Directory);
  const int Code = start(Options.Program, nullptr);
  ::unsetenv("ALLOCSITE_OPTIONS");
  for (const char *Name : LevelNames)
    ::unsetenv(Name);
  const std::vector<std::string> Files = profilesIn(*Directory);
  if (!Files.empty()) {
    if (start(shownBy(Options, Files), "/proc/self/exe") != Fine) {
      printNote("what was counted is kept in " + displayText(*Directory));
      return Code ? Code : InputProblem;
    }
  } else if (Code != NotFound && Code != NotExecutable)
    printNote(fmt::format("{} has left no profile: was it compiled with the pass?",
                          displayText(Options.Program[0])));
  std::error_code Ignored;
  std::filesystem::remove_all(*Directory, Ignored);
  return Code;
}

} // namespace

Command allocsite::addRunCommand(CLI::App &To) {
  auto Options = std::make_shared<RunOptions>();
  CLI::App &App = *To.add_subcommand("run", "Run a program and print what it has allocated");
  App.add_option("--by", Options->By, "What a row of the report stands for, as in report")
      ->type_name("VIEW")
      ->check(oneOf(ReportViews));
  App.add_option("--top", Options->Top, "Rows of the report, 0 for all (20)")
      ->type_name("N")
      ->check(isWholeNumber);
  App.add_option("--html", Options->Page, "Write a page in place of the report")
      ->type_name("FILE");
  App.add_option("-o,--output", Options->Log, "Write a log in place of the report")
      ->type_name("FILE");
  App.footer("Examples:\n"
             "  allocsite run -- ./app --its-option input\n"
             "  allocsite run --html app.html -- make check\n\n"
             "Programs that the program starts are counted too. The exit code is the\n"
             "program's, 128 and the signal's number where it was killed.");
  return {&App, [Options] { return ExitCode(runProgram(*Options)); }, &Options->Program};
}
