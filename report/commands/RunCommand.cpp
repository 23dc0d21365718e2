//===- RunCommand.cpp - allocsite run: run a program and report on it -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   a new directory ◀── logs of the program and of programs that it starts
//                   ◀── profiles of those that still run, or were killed
//                   ──▶ a live table of all of them, while the program runs
//                   ──▶ allocsite report, html, export or merge, on all of them
//
// The live table takes the terminal. The program's output goes to a file meanwhile, and is
// printed after the table is closed.
//
//===----------------------------------------------------------------------===//

#include "LiveTable.h"
#include "SharedOptions.h"
#include "driver/ProgramFile.h"
#include "driver/Toolchain.h"
#include "read/ProfileSource.h"
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
#include <fstream>
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

/// The exit codes of a shell for a program that it could not start.
constexpr int NotFound = 127, NotExecutable = 126;

/// The exit code that a shell would return.
int exitCodeOf(int Status) {
  return WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}

/// Waits for the end of \p Child; returns its exit code.
int waitFor(pid_t Child) {
  int Status = 0;
  while (::waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  return exitCodeOf(Status);
}

/// Starts \p Words. Looks up the first one in $PATH unless \p Path is given. Calls \p Before in
/// the child. Returns a negative number after printing an error.
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
    // The command ignores SIGPIPE (main.cpp); the program must not.
    std::signal(SIGPIPE, SIG_DFL);
    Before();
    ::execvp(Path ? Path : Arguments[0], Arguments.data());
    const int Code = errno;
    printError(fmt::format("{}: {}", displayText(Words[0]), std::strerror(Code)));
    ::_exit(Code == ENOENT ? NotFound : NotExecutable);
  }
  return Child;
}

/// During its lifetime the command ignores Ctrl-C, which ends only the program, so that the
/// command can report its counts.
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

/// Runs \p Words to the end; returns the exit code. Otherwise like startChild().
template <typename BeforeT>
int runToEnd(const std::vector<std::string> &Words, const char *Path, BeforeT Before) {
  NoInterrupts Of;
  const pid_t Child = startChild(Words, Path, [&] {
    Of.end();
    Before();
  });
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

/// The older name and the alias. The runtime uses the first one that is set.
constexpr const char *LevelNames[] = {"SKIP_HEAP_PROFILE", "ALLOCSITE"};

/// In the child that becomes \p Program: puts the runtime in front of what is preloaded. The
/// runtime takes itself out again for what the program starts (runtime/Options.h).
void preload(const std::string &Program) {
  const char *Runtime = std::getenv("ALLOCSITE_RUNTIME");
  const std::string Library = Runtime ? Runtime : "";
  // The dynamic linker has no way to quote them.
  if (Library.empty() || Library.find_first_of(" :") != Library.npos ||
      !takesPreloadedRuntime(programFileOf(Program)) || ::access(Library.c_str(), R_OK) != 0)
    return;
  const char *Before = std::getenv("LD_PRELOAD");
  ::setenv("LD_PRELOAD", (Before && *Before ? Library + ':' + Before : Library).c_str(), 1);
}

void setEnvironment(const std::string &Directory) {
  // `%` begins a placeholder.
  std::string Escaped;
  for (char C : Directory)
    Escaped += C == '%' ? std::string("%%") : std::string(1, C);
  const char *Given = std::getenv("ALLOCSITE_OPTIONS");
  std::string Options = "verbosity=0:";
  if (Given && *Given)
    Options += std::string(Given) + ':';
  // A profile that is kept beside its log would be counted twice.
  Options += fmt::format("output={0}/%p-%n-%e.csv:profile={0}/%p-%n-%e.asprof:keep-profile=0",
                         Escaped);
  ::setenv("ALLOCSITE_OPTIONS", Options.c_str(), 1);
  // For extensions of a program without a runtime, such as python3 (runtime/process/Join.cpp).
  ::setenv("ALLOCSITE_RUNTIME",
           (Installation::ofThisCommand().Library + "/liballocsite.so").c_str(), 0);
  bool IsGivenLevel = false;
  for (const char *Name : LevelNames)
    if (const char *Level = std::getenv(Name); Level && *Level)
      IsGivenLevel = true;
  if (!IsGivenLevel)
    ::setenv(LevelNames[0], "1", 1);
}

/// The logs, and the profiles of processes that have left no log.
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

/// Does \p File, a log or a profile, have a row of a function of code that was compiled with the
/// pass? True where it cannot be read: the report says why. Reads no more of a log than it must.
bool hasFunctions(const std::string &File) {
  if (endsIn(File, ".csv")) {
    std::ifstream Log(File);
    std::string Row;
    bool HasRows = false;
    for (std::getline(Log, Row); std::getline(Log, Row); HasRows = true)
      if (Row.compare(0, 2, "-,") != 0)
        return true;
    return !HasRows;
  }
  Profile Read;
  if (!readProfile(File, Read))
    return true;
  for (RowId Row = 0; Row != Read.rowCount(); ++Row)
    if (Read.row(Row).Chain != NoChain)
      return true;
  return Read.rowCount() == 0;
}

/// \p Files without those of programs that were counted only because the runtime was preloaded,
/// such as a shell or make, where others have functions.
std::vector<std::string> worthShowing(const std::vector<std::string> &Files) {
  std::vector<std::string> Worth;
  if (Files.size() > 1)
    std::copy_if(Files.begin(), Files.end(), std::back_inserter(Worth), hasFunctions);
  return Worth.empty() ? Files : Worth;
}

/// Like profilesIn(), while programs run: only files with counts. A process that is ending has
/// both a log and a profile for a moment.
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

/// A running program, and the live table of its allocations.
class LiveRun {
public:
  LiveRun(const RunOptions &Options, std::string Directory)
      : Options(Options), Directory(std::move(Directory)),
        Output(this->Directory + "/output") {}

  /// Runs the program; returns its exit code.
  int run() {
    NoInterrupts Of;
    auto Screen = FullScreen::open();
    Child = startChild(Options.Program, nullptr, [&] {
      Of.end();
      preload(Options.Program[0]);
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

  /// In the child: redirects input and output away from the terminal, which the table uses.
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
    // A signal that would end the command without the table ends it now.
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

  /// Prints the program's output since the last call.
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
    // The end of the program must end the wait, even if it comes before the wait begins.
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
      // A file may vanish as its process ends. Warn once if reading keeps failing.
      Failures = Failure ? Failures + 1 : 0;
      if (!Failure)
        fmt::print(stderr, "{}\n", Table.text(LineCount, outputColumns()));
      else if (Failures == MostFailures)
        printWarning("--live: " + Failure->What);
    }
    ::sigprocmask(SIG_SETMASK, &Before, nullptr);
  }

  /// Rows of each table when they are printed one after another.
  static constexpr size_t LineCount = 10;
  static constexpr unsigned MostFailures = 5;

  const RunOptions &Options;
  const std::string Directory, Output;
  pid_t Child = -1;
  int Status = 0;
  bool Ended = false;
  unsigned Failures = 0; ///< in a row
  off_t Printed = 0;
};

std::string formatOf(const std::string &Export) { return Export.substr(0, Export.find('=')); }

/// The file in `FORMAT=FILE`; `-` (standard output) if there is none.
std::string outputOf(const std::string &Export) {
  const size_t Equals = Export.find('=');
  return Equals == Export.npos ? "-" : Export.substr(Equals + 1);
}

/// The program and its arguments, as the user has typed them.
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
  const int Code = Options.IsLive ? LiveRun(Options, *Directory).run()
                                  : runToEnd(Options.Program, nullptr,
                                             [&] { preload(Options.Program[0]); });
  ::unsetenv("ALLOCSITE_OPTIONS");
  for (const char *Name : LevelNames)
    ::unsetenv(Name);
  const std::vector<std::string> Files = worthShowing(profilesIn(*Directory));
  if (!Files.empty()) {
    if (runToEnd(shownBy(Options, Files), "/proc/self/exe", [] {}) != Fine) {
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
            "The meaning of a row of the report, as in report");
  addNumber(App, "--top", Options->Top, "Rows of the report, 0 for all (20)");
  App.add_option("--html", Options->Page, "Write a page instead of the report")
      ->type_name("FILE");
  App.add_option("--export", Options->Export,
                 "Write a format of another program, as export does, instead of the\n"
                 "report: to FILE, or after the output of the program")
      ->type_name("FORMAT[=FILE]")
      ->check([](const std::string &Word) {
        return outputOf(Word).empty() ? "no file behind =" : checkFormat(formatOf(Word));
      });
  App.add_option("-o,--output", Options->Log, "Write a log instead of the report")
      ->type_name("FILE");
  CLI::Option *Live = App.add_flag(
      "--live", Options->IsLive,
      "Show allocations while the program runs, as top does. If standard input or\n"
      "output is no terminal, print a table on standard error now and then");
  Options->Live.addIntervalTo(App);
  App.get_option("--interval")->needs(Live);
  App.footer("Examples:\n"
             "  allocsite run -- ./app --its-option input\n"
             "  allocsite run --live -- ./server\n"
             "  allocsite run --html app.html -- make check\n"
             "  allocsite run --export pprof=app.pb.gz -- ./app\n\n"
             "Programs that the program starts are counted too. The exit code is the\n"
             "program's, or 128 plus the signal's number if it was killed.");
  return {&App, [Options] { return ExitCode(runProgram(*Options)); }, &Options->Program};
}
