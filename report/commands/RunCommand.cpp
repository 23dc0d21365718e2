//===- RunCommand.cpp - allocsite run: run a program and report on it -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   a new directory ◀── logs of the program and of all that it starts
//                   ◀── profiles of those that run, or were killed
//                   ──▶ a live table of all of them, while the program runs
//                   ──▶ allocsite report, html, export or merge, on all of them
//
// The live table takes the terminal. What the program writes there is kept in a file, and printed
// when the table is gone.
//
//===----------------------------------------------------------------------===//

#include "LiveTable.h"
#include "SharedOptions.h"
#include "driver/Toolchain.h"
#include "read/RecordedProfile.h"
#include "support/DisplayText.h"
#include "support/Message.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

using namespace allocsite;

namespace {

struct RunOptions {
  std::vector<std::string> Program; ///< and its arguments
  std::string Page, Log;            ///< files to write, or empty
  std::string Export;               ///< a format, and = and a file; or empty
  std::string By, Top;
  bool IsLive = false;
  LiveTableOptions Live;
};

/// What a shell says of a program that it could not start.
constexpr int NotFound = 127, NotExecutable = 126;

/// The exit code that a shell would give.
int exitCodeOf(int Status) {
  return WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}

/// The exit code of \p Child, once it has ended.
int waitFor(pid_t Child) {
  int Status = 0;
  while (::waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  return exitCodeOf(Status);
}

/// Starts \p Words, the first of which is looked up in $PATH unless \p Path is given. \p Before is
/// called in the child. Below 0: why that is not possible was printed.
template <typename BeforeT>
pid_t startChild(const std::vector<std::string> &Words, const char *Path, BeforeT Before) {
  std::vector<char *> Arguments;
  for (const std::string &Each : Words)
    Arguments.push_back(const_cast<char *>(Each.c_str()));
  Arguments.push_back(nullptr);
  const pid_t Child = ::fork();
  if (Child < 0)
    printError(fmt::format("{}: {}", displayText(Words[0]), std::strerror(errno)));
  if (Child == 0) {
    // The command ignores it (main.cpp), the program does not.
    std::signal(SIGPIPE, SIG_DFL);
    Before();
    ::execvp(Path ? Path : Arguments[0], Arguments.data());
    const int Code = errno;
    printError(fmt::format("{}: {}", displayText(Words[0]), std::strerror(Code)));
    ::_exit(Code == ENOENT ? NotFound : NotExecutable);
  }
  return Child;
}

/// While it lives, Ctrl-C is for the program; what it has counted is reported.
class NoInterrupts {
public:
  NoInterrupts()
      : Interrupt(std::signal(SIGINT, SIG_IGN)), Quit(std::signal(SIGQUIT, SIG_IGN)) {}
  NoInterrupts(const NoInterrupts &) = delete;
  ~NoInterrupts() { end(); }
  void end() const {
    std::signal(SIGINT, Interrupt);
    std::signal(SIGQUIT, Quit);
  }

private:
  void (*Interrupt)(int), (*Quit)(int);
};

/// Runs \p Words; their exit code.
int runToEnd(const std::vector<std::string> &Words, const char *Path) {
  NoInterrupts Of;
  const pid_t Child = startChild(Words, Path, [&] { Of.end(); });
  return Child < 0 ? NotExecutable : waitFor(Child);
}

Expected<std::string> newDirectory() {
  const char *Parent = std::getenv("TMPDIR");
  std::string Path =
      std::string(Parent && *Parent ? Parent : "/tmp") + "/allocsite-run-XXXXXX";
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
  std::string Options = "verbosity=0:";
  if (Given && *Given)
    Options += std::string(Given) + ':';
  // A profile that is kept beside its log would count twice.
  Options += fmt::format("output={0}/%p-%n-%e.csv:profile={0}/%p-%n-%e.asprof:keep-profile=0",
                         Escaped);
  ::setenv("ALLOCSITE_OPTIONS", Options.c_str(), 1);
  // For extensions of a program that has none, as python3 (runtime/process/Join.cpp).
  ::setenv("ALLOCSITE_RUNTIME",
           (Installation::ofThisCommand().Library + "/liballocsite.so").c_str(), 0);
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
    if (const auto Ending = Each.path().extension();
        Ending == ".csv" ||
        (Ending == ".asprof" && contentOfProfile(Each.path()) != ProfileContent::Tables))
      Found.push_back(Each.path().string());
  std::sort(Found.begin(), Found.end());
  return Found;
}

/// The same while programs run: those that have counted something. A process that ends has
/// both for a moment, its log and its profile.
std::vector<std::string> runningProfilesIn(const std::string &Directory) {
  std::vector<std::string> Found;
  std::set<std::string> Logs;
  for (const std::string &Each : profilesIn(Directory)) {
    const std::filesystem::path Path(Each);
    if (Path.extension() == ".csv")
      Logs.insert(Path.stem().string());
    else if (Logs.count(Path.stem().string()) ||
             contentOfProfile(Each) != ProfileContent::Counters)
      continue;
    Found.push_back(Each);
  }
  return Found;
}

/// A program that runs, and the table of what it allocates.
class LiveRun {
public:
  LiveRun(const RunOptions &Options, std::string Directory)
      : Options(Options), Directory(std::move(Directory)),
        Output(this->Directory + "/output") {}

  /// The exit code.
  int run() {
    NoInterrupts Of;
    auto Screen = FullScreen::open();
    Child = startChild(Options.Program, nullptr, [&] {
      Of.end();
      if (Screen)
        leaveTerminal();
    });
    if (Child < 0)
      return NotExecutable;
    LiveTable Table(Options.Live, [this] { return watched(); });
    if (Screen)
      onScreen(std::move(*Screen), Table);
    else
      asLines(Table);
    return exitCodeOf(Status);
  }

private:
  Expected<Watched> watched() const {
    Watched Found{runningProfilesIn(Directory), Directory,
                  fmt::format("{} [{}]",
                              std::filesystem::path(Options.Program[0]).filename().string(),
                              Child)};
    if (Found.Files.empty())
      return Error{"nothing was counted yet"};
    return Found;
  }

  bool hasEnded(int Flags = WNOHANG) {
    pid_t Got = 0;
    while (!Ended && (Got = ::waitpid(Child, &Status, Flags)) < 0 && errno == EINTR)
      ;
    return Ended |= Got != 0;
  }

  /// In the child: the terminal is the table's.
  void leaveTerminal() const {
    const int Empty = ::open("/dev/null", O_RDONLY);
    const int To = ::open(Output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    ::dup2(Empty, STDIN_FILENO);
    ::close(Empty);
    if (To < 0)
      return;
    const bool HasErrors = ::isatty(STDERR_FILENO);
    ::dup2(To, STDOUT_FILENO);
    if (HasErrors)
      ::dup2(To, STDERR_FILENO);
  }

  void onScreen(std::unique_ptr<FullScreen> Screen, LiveTable &Table) {
    const bool WantsNoMore = Table.show(*Screen, [this] { return hasEnded(); });
    Screen.reset();
    // What would end the command without the table still does.
    const int Signal = FullScreen::stopSignal();
    if (Signal == SIGTERM || Signal == SIGHUP)
      std::raise(Signal);
    printOutput();
    if (WantsNoMore && !Signal)
      printNote(fmt::format("{} still runs: its report comes when it ends",
                            displayText(Options.Program[0])));
    hasEnded(0);
    printOutput();
  }

  /// What the program has written since the last time.
  void printOutput() {
    const int From = ::open(Output.c_str(), O_RDONLY | O_CLOEXEC);
    char Bytes[1 << 16];
    for (ssize_t Got; From >= 0 && (Got = ::pread(From, Bytes, sizeof(Bytes), Printed)) > 0;) {
      const ssize_t Put = ::write(STDOUT_FILENO, Bytes, size_t(Got));
      if (Put <= 0)
        break;
      Printed += Put;
    }
    if (From >= 0)
      ::close(From);
  }

  void asLines(LiveTable &Table) {
    // The end of the program ends the wait, also if it comes before that begins.
    sigset_t Ends, Before;
    ::sigemptyset(&Ends);
    ::sigaddset(&Ends, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &Ends, &Before);
    while (!hasEnded()) {
      const auto Left = std::chrono::duration_cast<std::chrono::nanoseconds>(
                            Table.nextReading() - LiveTable::Clock::now())
                            .count();
      if (Left > 0) {
        const timespec Wait = {time_t(Left / 1'000'000'000), long(Left % 1'000'000'000)};
        ::sigtimedwait(&Ends, nullptr, &Wait);
        continue;
      }
      const MaybeError Failure = Table.read();
      // A file may be gone as its process ends; what stays wrong is said once.
      Failures = Failure ? Failures + 1 : 0;
      if (!Failure)
        fmt::print(stderr, "{}\n", Table.text(LineCount, outputColumns()));
      else if (Failures == MostFailures)
        printWarning("--live: " + Failure->What);
    }
    ::sigprocmask(SIG_SETMASK, &Before, nullptr);
  }

  /// Rows of a table that is one of many.
  static constexpr size_t LineCount = 10;
  static constexpr unsigned MostFailures = 5;

  const RunOptions &Options;
  const std::string Directory, Output;
  pid_t Child = -1;
  int Status = 0;
  bool Ended = false;
  unsigned Failures = 0; ///< one behind the other
  off_t Printed = 0;
};

std::string formatOf(const std::string &Export) { return Export.substr(0, Export.find('=')); }

/// `-`, standard output, where none is named.
std::string outputOf(const std::string &Export) {
  const size_t Equals = Export.find('=');
  return Equals == Export.npos ? "-" : Export.substr(Equals + 1);
}

/// As the user has typed it.
std::string command(const RunOptions &Options) {
  return fmt::format("{}", fmt::join(Options.Program, " "));
}

/// The command that shows \p Files.
std::vector<std::string> shownBy(const RunOptions &Options,
                                 const std::vector<std::string> &Files) {
  std::vector<std::string> Words = {"allocsite"};
  auto add = [&Words](std::initializer_list<std::string> More) {
    Words.insert(Words.end(), More);
  };
  if (!Options.Page.empty())
    add({"html", "--sum", "--of-run", command(Options), "-o", Options.Page});
  else if (!Options.Export.empty())
    add({"export", "--of-run", command(Options), "--format", formatOf(Options.Export), "-o",
         outputOf(Options.Export)});
  else if (!Options.Log.empty())
    add({"merge", "-o", Options.Log});
  else
    add({"report"});
  if (Words.back() == "report") {
    if (!Options.By.empty())
      add({"--by", Options.By});
    if (!Options.Top.empty())
      add({"--top", Options.Top});
  }
  Words.insert(Words.end(), Files.begin(), Files.end());
  return Words;
}

int runProgram(RunOptions &Options) {
  if (Options.Program.empty())
    return failUsage({"no program given (allocsite run -- ./app)"}, "run");
  if (!Options.Page.empty() + !Options.Log.empty() + !Options.Export.empty() > 1)
    return failUsage({"--html, --export and -o: one of them"}, "run");
  if (!Options.Export.empty() && outputOf(Options.Export) == "-" && ::isatty(STDOUT_FILENO) &&
      findWriter(formatOf(Options.Export))->IsBinary)
    return failUsage(
        {fmt::format("{0} is binary and not written to a terminal (--export {0}=FILE)",
                     formatOf(Options.Export))},
        "run");
  for (const char *Each : LiveTableViews)
    if (Options.By == Each)
      Options.Live.By = Each;
  auto Directory = newDirectory();
  if (!Directory)
    return fail(Directory.error());
  setEnvironment(*Directory);
  const int Code =
      Options.IsLive ? LiveRun(Options, *Directory).run() : runToEnd(Options.Program, nullptr);
  ::unsetenv("ALLOCSITE_OPTIONS");
  for (const char *Name : LevelNames)
    ::unsetenv(Name);
  const std::vector<std::string> Files = profilesIn(*Directory);
  if (!Files.empty()) {
    if (runToEnd(shownBy(Options, Files), "/proc/self/exe") != Fine) {
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
  addChoice(App, "--by", Options->By, choicesOf(ReportViews),
            "What a row of the report stands for, as in report");
  addNumber(App, "--top", Options->Top, "Rows of the report, 0 for all (20)");
  App.add_option("--html", Options->Page, "Write a page in place of the report")
      ->type_name("FILE");
  App.add_option("--export", Options->Export,
                 "Write what another program reads, as export does, in place of the\n"
                 "report: to FILE, or behind what the program prints")
      ->type_name("FORMAT[=FILE]")
      ->check([](const std::string &Word) {
        return outputOf(Word).empty() ? "no file behind =" : checkFormat(formatOf(Word));
      });
  App.add_option("-o,--output", Options->Log, "Write a log in place of the report")
      ->type_name("FILE");
  CLI::Option *Live = App.add_flag(
      "--live", Options->IsLive,
      "Show while the program runs what it allocates, as top does. Where standard\n"
      "input or output is no terminal, as a table on standard error now and then");
  Options->Live.addIntervalTo(App);
  App.get_option("--interval")->needs(Live);
  App.footer("Examples:\n"
             "  allocsite run -- ./app --its-option input\n"
             "  allocsite run --live -- ./server\n"
             "  allocsite run --html app.html -- make check\n"
             "  allocsite run --export pprof=app.pb.gz -- ./app\n\n"
             "Programs that the program starts are counted too. The exit code is the\n"
             "program's, 128 and the signal's number where it was killed.");
  return {&App, [Options] { return ExitCode(runProgram(*Options)); }, &Options->Program};
}
