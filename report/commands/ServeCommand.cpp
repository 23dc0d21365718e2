//===- ServeCommand.cpp - allocsite serve: profiles for what scrapes them -===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   GET /debug/pprof/heap?pid=4711 ──▶ may it ask? ──▶ words ──▶ a process that runs
//                                                                `allocsite export …`
//
// An answer is what a command prints that is run for it (IsolatedCommands.h). The profiled
// processes take no part.
//
//===----------------------------------------------------------------------===//

#include "IsolatedCommands.h"
#include "ProfileOptions.h"
#include "SharedOptions.h"
#include "driver/Toolchain.h"
#include "read/ProfileFiles.h"
#include "read/RecordedProfile.h"
#include "read/RunningProcesses.h"
#include "support/DisplayText.h"
#include "support/Http.h"
#include "support/Message.h"

#include <arpa/inet.h>
#include <csignal>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace allocsite;

namespace {

constexpr char DefaultAddress[] = "127.0.0.1:6070";
constexpr double MostSeconds = 3600;
/// One that was killed keeps a file open, and its disk space.
constexpr size_t MostKilled = 32;

struct ServeOptions {
  std::string Listen = DefaultAddress, TokenFile, RecoverTo;
  size_t Sites = 0;
  bool NeedsNoToken = false;
};

//===----------------------------------------------------------------------===//
// In the forker: the processes, and the command for what was asked
//===----------------------------------------------------------------------===//

class ServeTask : public ForkerTask {
public:
  explicit ServeTask(const ServeOptions &Options) : Options(Options) {}

  Expected<CommandWords> complete(const CommandWords &Asked) override {
    const std::string &What = Asked.at(0), &Process = Asked.at(1), &Seconds = Asked.at(2);
    refresh(Process);
    if (What == "metrics")
      return ofAll(
          {"ps", "--format", "prometheus", "--top-sites", std::to_string(Options.Sites)},
          Process);
    if (What == "index")
      return ofAll({"ps", "--format", "html"}, Process);
    std::vector<std::string> Files;
    for (const ProfiledProcess &Each : Processes.all())
      if (Process.empty() ? !Each.WasKilled : std::to_string(Each.Id) == Process)
        Files.push_back(
            Each.path()); // one that runs comes behind those of its number that ended
    if (Files.empty())
      return Error{Process.empty() ? "no process that is profiled runs here"
                                   : "process " + Process + " is not profiled, or not known"};
    if (!Process.empty())
      Files.erase(Files.begin(), Files.end() - 1); // the latest of that number
    CommandWords Words = What == "page"     ? CommandWords{"html", "-o", "-"}
                         : What == "report" ? CommandWords{"report"}
                         : What == "log"
                             ? CommandWords{"recover"}
                             : CommandWords{"export", "--format", "pprof", "--running", What};
    if (!Seconds.empty())
      Words.insert(Words.end(), {"--seconds", Seconds});
    Words.insert(Words.end(), Files.begin(), Files.end());
    return Words;
  }

  std::vector<CommandWords> pending() override {
    Processes.forgetOldest(MostKilled); // the others are recovered
    if (Options.RecoverTo.empty())
      return {};
    refresh("");
    std::vector<CommandWords> Recoveries;
    for (const ProfiledProcess &Each : Processes.all())
      if (Each.WasKilled && Recovered.insert({Each.Id, Each.StartTime}).second)
        Recoveries.push_back({"recover", Each.path(), "-o",
                              fmt::format("{}/{}-{}-{}.csv", Options.RecoverTo,
                                          programNameOf(Each), Each.Id, Each.StartTime)});
    return Recoveries;
  }

private:
  using Clock = std::chrono::steady_clock;

  /// Looks at all processes, but not more often than is of use.
  void refresh(const std::string &Process) {
    constexpr std::chrono::milliseconds Least(500);
    bool IsKnown = Process.empty();
    for (const ProfiledProcess &Each : Processes.all())
      IsKnown |= std::to_string(Each.Id) == Process;
    if (IsKnown && Clock::now() < Looked + Least)
      return;
    Processes.refresh();
    Looked = Clock::now();
  }

  /// The words for `ps` of all, or of one process.
  CommandWords ofAll(CommandWords Words, const std::string &Process) const {
    Words.insert(Words.end(), {"--unreadable", std::to_string(Processes.unreadable())});
    for (const ProfiledProcess &Each : Processes.all())
      if (Process.empty() || std::to_string(Each.Id) == Process)
        Words.insert(Words.end(), {"--known", fmt::format("{}:{}{}", Each.Id, Each.File,
                                                          Each.WasKilled ? ":killed" : "")});
    return Words;
  }

  static std::string programNameOf(const ProfiledProcess &Of) {
    AllocSiteProfileHeader Header = {};
    auto File = ProfileFile::open(Of.path());
    if (!File || !(*File)->read(0, &Header, sizeof(Header)))
      return "unknown";
    std::string Name = programOf(Header);
    std::replace(Name.begin(), Name.end(), '/', '_');
    return Name;
  }

  const ServeOptions Options;
  RunningProcesses Processes;
  Clock::time_point Looked = {};
  std::set<std::pair<uint64_t, uint64_t>> Recovered;
};

//===----------------------------------------------------------------------===//
// In the server: who may ask, and what
//===----------------------------------------------------------------------===//

bool isLoopback(const std::string &Host) {
  in_addr Four;
  in6_addr Six;
  return Host == "localhost" ||
         (::inet_pton(AF_INET, Host.c_str(), &Four) == 1 && ntohl(Four.s_addr) >> 24 == 127) ||
         (::inet_pton(AF_INET6, Host.c_str(), &Six) == 1 && IN6_IS_ADDR_LOOPBACK(&Six));
}

/// In a time that does not depend on where they differ.
bool isSame(const std::string &A, const std::string &B) {
  unsigned char Differs = A.size() != B.size();
  for (size_t I = 0; I != B.size(); ++I)
    Differs |= (unsigned char)(A.empty() ? 1 : A[I % A.size()] ^ B[I]);
  return !Differs;
}

struct Address {
  std::string Host;
  int Port = -1; ///< -1: Host is the path of a unix socket

  static Expected<Address> parse(const std::string &Text) {
    constexpr std::string_view Unix = "unix:";
    if (Text.compare(0, Unix.size(), Unix) == 0 && Text.size() > Unix.size())
      return Address{Text.substr(Unix.size())};
    const size_t Colon = Text.rfind(':');
    const std::string Port = Colon == Text.npos ? "" : Text.substr(Colon + 1);
    if (!isWholeNumber(Port).empty() || std::stoul(Port) > 65535 || Colon == 0)
      return Error{fmt::format("--listen: \"{}\" is neither ADDRESS:PORT nor unix:PATH",
                               displayText(Text))};
    std::string Host = Text.substr(0, Colon);
    if (Host.front() == '[' && Host.back() == ']')
      Host = Host.substr(1, Host.size() - 2);
    return Address{Host, std::stoi(Port)};
  }
  std::string url(int Bound) const {
    const bool IsSix = Host.find(':') != Host.npos;
    return Port < 0 ? "unix:" + Host
                    : fmt::format("http://{}{}{}:{}/", IsSix ? "[" : "", Host,
                                  IsSix ? "]" : "", Bound);
  }
};

/// The name in a Host header, without its port.
std::string hostName(const std::string &Header) {
  if (!Header.empty() && Header.front() == '[')
    return Header.substr(1, Header.find(']') - 1);
  return Header.substr(0, Header.find(':'));
}

class Site {
public:
  /// \p Stop is called when nothing can be answered any more.
  Site(const Address &At, std::string Token, IsolatedCommands &Commands,
       std::function<void()> Stop)
      : At(At), Token(std::move(Token)), Commands(Commands), Stop(std::move(Stop)) {}

  HttpAnswer answer(const HttpRequest &Asked) const {
    if (Asked.Method != "GET" && Asked.Method != "HEAD")
      return {405, Plain, "only GET\n", {{"Allow", "GET, HEAD"}}};
    if (!mayAsk(Asked))
      return {401,
              Plain,
              "a token is needed: Authorization: Bearer TOKEN, or ?token=TOKEN\n",
              {{"WWW-Authenticate", "Bearer"}}};
    if (!isMeant(Asked))
      return {403, Plain, "this address was asked for by another name\n"};
    return route(Asked);
  }

private:
  static constexpr char Plain[] = "text/plain; charset=utf-8";
  static constexpr char Html[] = "text/html; charset=utf-8";

  bool mayAsk(const HttpRequest &Asked) const {
    return Token.empty() || isSame(Asked.Authorization, "Bearer " + Token) ||
           isSame(Asked.parameter("token"), Token);
  }
  /// A page of the web may make a browser ask this address by a name that it has made up (DNS
  /// rebinding); without a token that is refused.
  bool isMeant(const HttpRequest &Asked) const {
    const std::string Name = hostName(Asked.Host);
    return !Token.empty() || At.Port < 0 || !isLoopback(At.Host) || Name.empty() ||
           isLoopback(Name);
  }

  HttpAnswer route(const HttpRequest &Asked) const {
    const std::string &Path = Asked.Path;
    const std::string Of = Asked.parameter("pid");
    if (!Of.empty() && !isWholeNumber(Of).empty())
      return {400, Plain, "pid: not the number of a process\n"};
    if (Path == "/")
      return run({"index", Of, ""}, Html, Asked);
    if (Path == "/metrics")
      return run({"metrics", Of, ""}, "text/plain; version=0.0.4; charset=utf-8", Asked);
    if (Path == "/debug/pprof/heap" || Path == "/debug/pprof/allocs")
      return pprof(Path.substr(Path.rfind('/') + 1), Asked);
    if (Path == "/debug/pprof" || Path == "/debug/pprof/")
      return {302, Plain, "", {{"Location", "/"}}};
    constexpr std::string_view Process = "/process/";
    if (Path.compare(0, Process.size(), Process) == 0) {
      const size_t End = std::min(Path.find('/', Process.size()), Path.size());
      const std::string Id = Path.substr(Process.size(), End - Process.size());
      const std::string Rest = Path.substr(End);
      if (isWholeNumber(Id).empty() && (Rest.empty() || Rest == "/"))
        return run({"page", Id, ""}, Html, Asked);
      if (isWholeNumber(Id).empty() && Rest == "/report")
        return run({"report", Id, ""}, Plain, Asked);
      if (isWholeNumber(Id).empty() && Rest == "/log.csv")
        return run({"log", Id, ""}, "text/csv; charset=utf-8", Asked);
    }
    return {404, Plain, "nothing is here: see /\n"};
  }

  HttpAnswer pprof(const std::string &Which, const HttpRequest &Asked) const {
    const std::string Process = Asked.parameter("pid"), Seconds = Asked.parameter("seconds");
    const double Wait = std::strtod(Seconds.c_str(), nullptr);
    if (Seconds.find_first_not_of("0123456789.") != Seconds.npos || Wait > MostSeconds ||
        (Wait > 0 && Wait < 0.01))
      return {400, Plain, fmt::format("seconds: not a number from 0.01 to {}\n", MostSeconds)};
    const std::string Debug = Asked.parameter("debug");
    if (!Debug.empty() && Debug != "0")
      return run({"report", Process, ""}, Plain, Asked);
    HttpAnswer Made =
        run({Which, Process, Wait > 0 ? Seconds : ""}, "application/octet-stream", Asked);
    if (Made.Status == 200)
      Made.Headers.emplace_back("Content-Disposition",
                                fmt::format("attachment; filename=\"{}.pb.gz\"", Which));
    return Made;
  }

  HttpAnswer run(const CommandWords &Words, const char *Type, const HttpRequest &Asked) const {
    using Result = IsolatedCommands::Result;
    Result Its = Commands.run(Words, Asked.IsGone, !Words[2].empty());
    if (Commands.hasEnded())
      Stop();
    HttpAnswer Made{200, Type, std::move(Its.Output)};
    if (Its.Is == Result::Refused)
      Made = {404, Plain, Its.Errors + '\n'};
    else if (Its.Is == Result::TooMany)
      Made = {503, Plain, "too many requests at once\n", {{"Retry-After", "1"}}};
    else if (Its.Is != Result::Done)
      Made = {500, Plain, Its.Errors.empty() ? "the profile could not be read\n" : Its.Errors};
    Made.Headers.emplace_back("Cache-Control", "no-store");
    Made.Headers.emplace_back("X-Content-Type-Options", "nosniff");
    return Made;
  }

  const Address At;
  const std::string Token;
  IsolatedCommands &Commands;
  const std::function<void()> Stop;
};

/// Blocks the signals that end the command in all threads begun later, and stops \p Of when one
/// comes.
class UntilSignal {
public:
  UntilSignal() {
    ::sigemptyset(&Signals);
    for (int Each : {SIGINT, SIGTERM, SIGHUP, SIGUSR1})
      ::sigaddset(&Signals, Each);
    ::pthread_sigmask(SIG_BLOCK, &Signals, nullptr);
  }
  void stops(HttpServer &Of) {
    Thread = std::thread([this, &Of] {
      int Signal;
      ::sigwait(&Signals, &Signal);
      Of.stop();
    });
  }
  ~UntilSignal() {
    if (!Thread.joinable())
      return;
    ::pthread_kill(Thread.native_handle(), SIGUSR1);
    Thread.join();
  }

private:
  sigset_t Signals;
  std::thread Thread;
};

ExitCode runServe(const ServeOptions &Options) {
  auto At = Address::parse(Options.Listen);
  auto Token = Options.TokenFile.empty() ? std::string() : readToken(Options.TokenFile);
  if (!At)
    return failUsage(At.error(), "serve");
  if (!Token)
    return fail(Token.error());
  if (At->Port >= 0 && !isLoopback(At->Host) && Token->empty() && !Options.NeedsNoToken)
    return failUsage({fmt::format("--listen {}: other machines may ask there, which needs "
                                  "--token-file (or --no-token)",
                                  displayText(Options.Listen))},
                     "serve");
  struct stat Its;
  if (!Options.RecoverTo.empty() &&
      (::stat(Options.RecoverTo.c_str(), &Its) != 0 || !S_ISDIR(Its.st_mode)))
    return fail(
        {fmt::format("--recover: {} is no directory", displayText(Options.RecoverTo))});
  auto Commands = IsolatedCommands::start(
      [&] { return std::unique_ptr<ForkerTask>(std::make_unique<ServeTask>(Options)); });
  if (!Commands)
    return fail(Commands.error());
  auto Library = httpLibrary(Installation::ofThisCommand().Library);
  if (!Library)
    return fail(Library.error());
  UntilSignal Signals;
  const auto Server = (*Library)->Server();
  auto Port = Server->bind(At->Host, At->Port);
  if (!Port)
    return fail(Port.error());
  printNote(fmt::format("answers at {}", displayText(At->url(*Port))));
  Signals.stops(*Server);
  const Site Answers(*At, *Token, **Commands, [] { ::kill(::getpid(), SIGTERM); });
  auto Failure =
      Server->serve([&](const HttpRequest &Asked) { return Answers.answer(Asked); });
  if (!Failure && (*Commands)->hasEnded())
    Failure = Error{"the process that reads profiles has ended"};
  return finish(Failure);
}

} // namespace

Command allocsite::addServeCommand(CLI::App &To) {
  auto Options = std::make_shared<ServeOptions>();
  CLI::App &App =
      *To.add_subcommand("serve", "Answer scrapers with the profiles of running processes");
  App.add_option("--listen", Options->Listen,
                 fmt::format("ADDRESS:PORT (port 0: a free one), or unix:PATH, a socket that\n"
                             "only this user may open ({})",
                             DefaultAddress))
      ->type_name("ADDRESS");
  App.add_option("--token-file", Options->TokenFile,
                 "Whoever asks must know the first line of this file")
      ->type_name("PATH");
  App.add_flag("--no-token", Options->NeedsNoToken, "Let other machines ask without a token");
  addNumber(App, "--top-sites", Options->Sites,
            "In /metrics: the largest sites of each process, up to 100 (0)");
  App.get_option("--top-sites")->check(CLI::Range(size_t(0), size_t(100)));
  App.add_option("--recover", Options->RecoverTo,
                 "Where to write the logs of processes that are killed meanwhile: a\n"
                 "directory that only this user may write")
      ->type_name("DIRECTORY");
  App.footer("Answers:\n"
             "  /                     the processes, with a page of each\n"
             "  /metrics              what Prometheus scrapes (?pid=4711 one process)\n"
             "  /debug/pprof/heap     live memory, for go tool pprof, Grafana Alloy, Parca\n"
             "  /debug/pprof/allocs   all allocations\n"
             "    ?pid=4711           one process; without it the sum of all\n"
             "    ?seconds=10         what changes in that time\n"
             "  /process/4711         the page of a process; …/report, …/log.csv\n\n"
             "Examples:\n"
             "  allocsite serve &\n"
             "  go tool pprof http://127.0.0.1:6070/debug/pprof/heap\n"
             "  curl http://127.0.0.1:6070/metrics\n\n"
             "The processes are not disturbed: their profiles are read as they stand.");
  return {&App, [Options] { return runServe(*Options); }};
}
