//===- PushCommand.cpp - allocsite push: profiles for what is sent them ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   processes, or logs ──PushWindows──▶ requests ──SendQueue, on disk──▶ server
//
//===----------------------------------------------------------------------===//

#include "ProfileOptions.h"
#include "PushWindows.h"
#include "SharedOptions.h"
#include "driver/Toolchain.h"
#include "read/ProfileFiles.h"
#include "support/DisplayText.h"

#include <cctype>
#include <csignal>
#include <fmt/format.h>
#include <memory>
#include <unistd.h>

using namespace allocsite;

namespace {

constexpr uint64_t Nanoseconds = 1'000'000'000;

struct PushOptions {
  std::string Url, To, Directory, TokenFile, Authorities;
  std::vector<std::string> What, Labels, Headers;
  double Interval = 15, Timeout = 30;
  uint64_t MostMiB = 256;
  bool IsOnce = false;
};

struct Target {
  std::string Server; ///< "http://host:port"
  std::string Path;   ///< empty: the receiver's
};

Expected<Target> parseUrl(const std::string &Url) {
  const size_t Host = Url.find("://");
  const std::string Scheme = Url.substr(0, Host);
  if (Host == Url.npos || (Scheme != "http" && Scheme != "https"))
    return Error{fmt::format("{}: not an http:// or https:// address", displayText(Url))};
  const size_t Path = std::min(Url.find('/', Host + 3), Url.size());
  const std::string Rest = Url.substr(Path), Name = Url.substr(Host + 3, Path - Host - 3);
  const size_t Colon = Name.find(':', Name.rfind(']') == Name.npos ? 0 : Name.rfind(']'));
  const std::string Port = Colon == Name.npos ? "80" : Name.substr(Colon + 1);
  if (Colon == 0 || Name.empty() || !isWholeNumber(Port).empty() || std::stoul(Port) > 65535 ||
      (Name.front() == '[') != (Name.find(']') != Name.npos) ||
      Url.find_first_of("?#@ ") != Url.npos)
    return Error{fmt::format("{}: not an address as http://HOST:PORT/PATH", displayText(Url))};
  return Target{Url.substr(0, Path), Rest == "/" ? "" : Rest};
}

const Receiver &receiverFor(const PushOptions &Options, const Target &At) {
  for (const Receiver &Each : allReceivers())
    if (Options.To == Each.Name || (Options.To.empty() && At.Path == Each.Path))
      return Each;
  return allReceivers().front();
}

/// $XDG_STATE_HOME or ~/.local/state, where programs keep what is to outlive them.
std::string defaultDirectory() {
  const char *State = std::getenv("XDG_STATE_HOME"), *Home = std::getenv("HOME");
  return State && *State ? std::string(State) + "/allocsite/push"
         : Home && *Home ? std::string(Home) + "/.local/state/allocsite/push"
                         : fmt::format("/tmp/allocsite-push-{}", ::geteuid());
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

/// Sends with what is not kept on disk: the token, and headers of the command line.
Expected<SendQueue::Sender> senderFor(const PushOptions &Options, const Target &At) {
  auto Library = httpLibrary(Installation::ofThisCommand().Library);
  if (!Library)
    return Library.error();
  std::vector<std::pair<std::string, std::string>> Headers;
  for (const std::string &Each : Options.Headers) {
    const size_t Colon = Each.find(':');
    if (Colon == Each.npos || Colon == 0 || Each.find_first_of("\r\n") != Each.npos)
      return Error{fmt::format("--header: \"{}\" is not NAME: VALUE", displayText(Each))};
    Headers.emplace_back(
        Each.substr(0, Colon),
        Each.substr(std::min(Each.find_first_not_of(' ', Colon + 1), Each.size())));
  }
  if (!Options.TokenFile.empty()) {
    auto Token = readToken(Options.TokenFile);
    if (!Token)
      return Token.error();
    Headers.emplace_back("Authorization", "Bearer " + *Token);
  }
  if (!Options.Authorities.empty() && ::access(Options.Authorities.c_str(), R_OK) != 0)
    return Error{
        fmt::format("{}: {}", displayText(Options.Authorities), std::strerror(errno))};
  return SendQueue::Sender(
      [Post = (*Library)->Post, Headers, Server = At.Server, Options](HttpPost Its) {
        Its.Server = Server;
        Its.Headers.insert(Its.Headers.end(), Headers.begin(), Headers.end());
        Its.Authorities = Options.Authorities;
        Its.Seconds = Options.Timeout;
        return Post(Its);
      });
}

ExitCode finishPush(const SendQueue &Queue, const std::string &Directory) {
  if (const size_t Count = Queue.waiting()) {
    printError(fmt::format("{} profile{} not sent, and kept in {} for the next push", Count,
                           Count == 1 ? " is" : "s are", displayText(Directory)));
    return InputProblem;
  }
  return Queue.refused() || Queue.dropped() ? InputProblem : Fine;
}

ExitCode pushLogs(const PushOptions &Options, PushWindows &From, SendQueue &Queue) {
  ExitCode Result = Fine;
  for (const std::string &Each : Options.What)
    if (auto Failure = From.addLog(Each))
      Result = fail(*Failure);
  Queue.send([] { return false; });
  return std::max(Result, finishPush(Queue, Options.Directory));
}

/// What may still be sent when a signal has come, in seconds.
constexpr int LastSeconds = 10;

/// Collects and sends until a signal comes.
ExitCode pushRunning(const PushOptions &Options, const std::vector<uint64_t> &Only,
                     PushWindows &From, SendQueue &Queue) {
  using Clock = SendQueue::Clock;
  sigset_t Signals;
  ::sigemptyset(&Signals);
  for (int Each : {SIGINT, SIGTERM, SIGHUP})
    ::sigaddset(&Signals, Each);
  ::pthread_sigmask(SIG_BLOCK, &Signals, nullptr);
  const auto Interval = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(Options.Interval));
  auto hasSignal = [&] {
    sigset_t Pending;
    return ::sigpending(&Pending) == 0 &&
           (::sigismember(&Pending, SIGINT) == 1 || ::sigismember(&Pending, SIGTERM) == 1 ||
            ::sigismember(&Pending, SIGHUP) == 1);
  };
  for (Clock::time_point Next = Clock::now();;) {
    if (Clock::now() >= Next) {
      From.addRunning(Only);
      Next = std::max(Next + Interval, Clock::now());
    }
    Queue.send([&] { return hasSignal() || (!Options.IsOnce && Clock::now() >= Next); });
    if (Options.IsOnce)
      break;
    const auto Wake = std::max(std::min(Next, Queue.nextTry().value_or(Next)), Clock::now());
    const auto Wait =
        std::chrono::duration_cast<std::chrono::nanoseconds>(Wake - Clock::now()).count();
    const timespec Time = {time_t(std::max<int64_t>(Wait, 0) / int64_t(Nanoseconds)),
                           long(std::max<int64_t>(Wait, 0) % int64_t(Nanoseconds))};
    if (::sigtimedwait(&Signals, nullptr, &Time) > 0) {
      From.addRunning(Only); // up to now
      const auto End = Clock::now() + std::chrono::seconds(LastSeconds);
      Queue.send([&] { return Clock::now() >= End; });
      break;
    }
  }
  if (Options.IsOnce && !From.count())
    printNote("no process that is profiled runs on this machine, or none that this user may "
              "read");
  const ExitCode Result = finishPush(Queue, Options.Directory);
  return From.hasFailed() ? std::max(Result, InputProblem) : Result;
}

/// Of one server: what waits for it is not for another.
std::string directoryFor(const PushOptions &Options, const Target &At, const Receiver &For) {
  std::string Name = fmt::format("{}-{}{}", For.Name, At.Server, At.Path);
  for (char &C : Name)
    if (!std::isalnum(static_cast<unsigned char>(C)) && C != '.' && C != '_')
      C = '-';
  return (Options.Directory.empty() ? defaultDirectory() : Options.Directory) + '/' + Name;
}

ExitCode runPush(PushOptions Options) {
  auto At = parseUrl(Options.Url);
  if (!At)
    return failUsage(At.error(), "push");
  std::vector<uint64_t> Only;
  for (const std::string &Each : Options.What)
    if (isWholeNumber(Each).empty() && ::access(Each.c_str(), F_OK) != 0)
      Only.push_back(std::stoull(Each));
  if (!Only.empty() && Only.size() != Options.What.size())
    return failUsage({"processes or logs, not both"}, "push");
  for (uint64_t Each : Only)
    if (auto Path = mappedProfile(Each); !Path)
      return fail(Path.error());
  const Receiver &For = receiverFor(Options, *At);
  Options.Directory = directoryFor(Options, *At, For);
  auto Send = senderFor(Options, *At);
  if (!Send)
    return fail(Send.error());
  auto Queue = SendQueue::open(Options.Directory, Options.MostMiB << 20, std::move(*Send));
  if (!Queue)
    return fail(Queue.error());
  PushWindows From(For, At->Path, Options.Labels, Options.Directory, **Queue);
  if (!Options.What.empty() && Only.empty())
    return pushLogs(Options, From, **Queue);
  return pushRunning(Options, Only, From, **Queue);
}

std::string isLabel(const std::string &Word) {
  const size_t Equals = Word.find('=');
  return Equals && Equals != Word.npos && Equals + 1 != Word.size()
             ? ""
             : fmt::format("\"{}\" is not NAME=VALUE", displayText(Word));
}

} // namespace

Command allocsite::addPushCommand(CLI::App &To) {
  auto Options = std::make_shared<PushOptions>();
  CLI::App &App =
      *To.add_subcommand("push", "Send the profiles of running processes to a server");
  App.add_option("URL", Options->Url, "The server, as http://pyroscope:4040")
      ->type_name(" ")
      ->required();
  App.add_option("PID|LOG", Options->What,
                 "Only these processes; or logs, which are sent once (all processes that\n"
                 "are profiled and may be read)")
      ->type_name(" ");
  addChoice(App, "--to", Options->To, "pyroscope|otlp",
            "What the server is: Pyroscope, or a collector of OpenTelemetry\n"
            "(experimental); else the path of the URL tells (pyroscope)");
  App.add_option("--interval", Options->Interval, "Seconds from one profile to the next (15)")
      ->type_name("S")
      ->check(CLI::Range(0.1, 86400.0));
  App.add_flag("--once", Options->IsOnce, "Send one profile of each process, and end");
  addList(App, "--label", Options->Labels, "NAME=VALUE", "A further label; may be repeated")
      ->check(isLabel);
  addList(App, "--header", Options->Headers, "NAME: VALUE",
          "A header of each request, as X-Scope-OrgID; may be repeated");
  App.add_option("--token-file", Options->TokenFile,
                 "Its first line is sent as Authorization: Bearer")
      ->type_name("PATH");
  App.add_option("--authorities", Options->Authorities,
                 "Certificates to trust for https (those of the system)")
      ->type_name("PATH");
  App.add_option("--directory", Options->Directory,
                 "Where profiles wait until they are sent\n"
                 "($XDG_STATE_HOME or ~/.local/state, allocsite/push)")
      ->type_name("DIRECTORY");
  addNumber(App, "--most", Options->MostMiB,
            "MiB that may wait there; older ones are removed (256)");
  App.get_option("--most")->check(CLI::Range(uint64_t(1), uint64_t(1) << 40));
  App.add_option("--timeout", Options->Timeout, "Seconds to wait for an answer (30)")
      ->type_name("S")
      ->check(CLI::Range(0.1, 3600.0));
  App.footer(
      "Examples:\n"
      "  allocsite push http://pyroscope:4040 --label env=prod\n"
      "  allocsite push https://collector:4318/v1development/profiles --interval 60\n"
      "  allocsite push http://pyroscope:4040 app.csv\n\n"
      "A profile has what was allocated since the one before, and what is live now. What\n"
      "cannot be sent is kept and sent later. Ctrl-C or SIGTERM ends it.");
  return {&App, [Options] { return runPush(*Options); }};
}
