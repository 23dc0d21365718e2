//===- ControlCommands.cpp - allocsite start, stop, mark and dump ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   allocsite mark 4711 loaded ──▶ Control of the header, in the profile ──▶ a thread of the
//                               ◀── Done, Result                             process
//
// Uses no signal and no ptrace: both processes map the same file. A process listens if it was
// started with ALLOCSITE_OPTIONS=control=1. `dump` reads the profile like `recover` and needs
// no answer.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "SharedOptions.h"
#include "allocsite/ProfileFormat.h"
#include "allocsite/control.h"
#include "read/ProfileFiles.h"
#include "support/DisplayText.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <memory>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace allocsite;

namespace {

using Clock = std::chrono::steady_clock;

struct ControlOptions {
  std::string Process;
  std::string Name;
  std::string Output;
  double Wait = 5;
};

/// The control words of a process, mapped and locked against other requests.
class Words {
public:
  static Expected<std::unique_ptr<Words>> open(const std::string &Path) {
    std::unique_ptr<Words> Its(new Words);
    Its->Descriptor = ::open(Path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat Status;
    if (Its->Descriptor < 0 || ::fstat(Its->Descriptor, &Status) != 0)
      return Error{fmt::format("{}: {}", displayText(Path), std::strerror(errno))};
    if (!S_ISREG(Status.st_mode) || Status.st_size < off_t(ALLOCSITE_PROFILE_HEADER_BYTES))
      return Error{fmt::format("{}: not a profile", displayText(Path))};
    void *Pages = ::mmap(nullptr, ALLOCSITE_PROFILE_HEADER_BYTES, PROT_READ | PROT_WRITE,
                         MAP_SHARED, Its->Descriptor, 0);
    if (Pages == MAP_FAILED)
      return Error{fmt::format("{}: {}", displayText(Path), std::strerror(errno))};
    Its->Header = static_cast<AllocSiteProfileHeader *>(Pages);
    while (::flock(Its->Descriptor, LOCK_EX) != 0)
      if (errno != EINTR)
        return Error{fmt::format("{}: {}", displayText(Path), std::strerror(errno))};
    return Its;
  }
  Words(const Words &) = delete;
  ~Words() {
    if (Header)
      ::munmap(Header, ALLOCSITE_PROFILE_HEADER_BYTES);
    if (Descriptor >= 0)
      ::close(Descriptor);
  }

  /// True if the process listens. One of an older version has no control words.
  bool isHeard() const {
    return Header->Version >= 7 &&
           __atomic_load_n(&Header->Control.Listens, __ATOMIC_ACQUIRE) == 1;
  }

  /// Sends a request. Returns 0 or an errno value; ETIMEDOUT if the process did not answer.
  int ask(unsigned Operation, const std::string &Text, Clock::time_point Until) {
    AllocSiteProfileControl &Its = Header->Control;
    // An earlier request, which timed out, may still be pending.
    if (!awaitDone(Its.Request, Until))
      return ETIMEDOUT;
    Its.Operation = Operation;
    Its.TextBytes = uint32_t(std::min(Text.size(), sizeof(Its.Text) - 1));
    std::memcpy(Its.Text, Text.data(), Its.TextBytes);
    const uint32_t Mine = Its.Request + 1;
    // Release: a thread that sees the request sees its operands.
    __atomic_store_n(&Its.Request, Mine, __ATOMIC_RELEASE);
    ::syscall(SYS_futex, &Its.Request, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
    return awaitDone(Mine, Until) ? Its.Result : ETIMEDOUT;
  }

private:
  Words() = default;

  bool awaitDone(uint32_t Number, Clock::time_point Until) {
    for (;;) {
      uint32_t Done = __atomic_load_n(&Header->Control.Done, __ATOMIC_ACQUIRE);
      if (Done == Number)
        return true;
      const auto Left =
          std::chrono::duration_cast<std::chrono::nanoseconds>(Until - Clock::now()).count();
      if (Left <= 0)
        return false;
      const struct timespec Most = {time_t(Left / 1000000000), long(Left % 1000000000)};
      ::syscall(SYS_futex, &Header->Control.Done, FUTEX_WAIT, Done, &Most, nullptr, 0);
    }
  }

  int Descriptor = -1;
  AllocSiteProfileHeader *Header = nullptr;
};

ExitCode ask(unsigned Operation, const ControlOptions &Options) {
  auto Path = mappedProfile(std::stoull(Options.Process));
  if (!Path)
    return fail(Path.error());
  auto Opened = Words::open(*Path);
  if (!Opened)
    return fail(Opened.error());
  if (!(*Opened)->isHeard())
    return fail({fmt::format("process {} takes no commands (start it with "
                             "ALLOCSITE_OPTIONS=control=1)",
                             Options.Process)});
  const auto Until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(Options.Wait));
  const int Failed = (*Opened)->ask(Operation, Options.Name, Until);
  if (Failed == ETIMEDOUT)
    return fail(
        {fmt::format("process {} has not answered in {:.3g} s (is it stopped?); it will "
                     "do so when it goes on",
                     Options.Process, Options.Wait)});
  if (Failed == ALLOCSITE_ABSENT)
    return fail({fmt::format("process {} does not count any more", Options.Process)});
  if (Failed)
    return fail({fmt::format("process {}: {}", Options.Process, std::strerror(Failed))});
  return Fine;
}

ExitCode dump(const ControlOptions &Options) {
  auto Path = mappedProfile(std::stoull(Options.Process));
  return Path ? recoverLog(*Path, Options.Output) : fail(Path.error());
}

CLI::App &addCommand(CLI::App &To, const char *Name, const char *Help,
                     const std::shared_ptr<ControlOptions> &Options) {
  CLI::App &App = *To.add_subcommand(Name, Help);
  App.add_option("PID", Options->Process, "The process")
      ->type_name(" ")
      ->required()
      ->check(isWholeNumber);
  return App;
}

void addWait(CLI::App &App, const std::shared_ptr<ControlOptions> &Options) {
  App.add_option("--wait", Options->Wait, "Seconds to wait for an answer (5)")
      ->type_name("S")
      ->check(CLI::Range(0.0, 1e6));
}

} // namespace

Command allocsite::addStartCommand(CLI::App &To) {
  auto Options = std::make_shared<ControlOptions>();
  CLI::App &App = addCommand(To, "start", "Have a running process count", Options);
  addWait(App, Options);
  App.footer("Example:\n"
             "  ALLOCSITE=1 ALLOCSITE_OPTIONS=control=1:start=off ./server &\n"
             "  allocsite start $! && sleep 10 && allocsite stop $!");
  return {&App, [Options] { return ask(ALLOCSITE_OPERATION_START, *Options); }};
}

Command allocsite::addStopCommand(CLI::App &To) {
  auto Options = std::make_shared<ControlOptions>();
  CLI::App &App = addCommand(To, "stop", "Have a running process count no more", Options);
  addWait(App, Options);
  App.footer("Example:\n"
             "  ALLOCSITE=1 ALLOCSITE_OPTIONS=control=1 ./server &\n"
             "  allocsite stop $!");
  return {&App, [Options] { return ask(ALLOCSITE_OPERATION_STOP, *Options); }};
}

Command allocsite::addMarkCommand(CLI::App &To) {
  auto Options = std::make_shared<ControlOptions>();
  CLI::App &App =
      addCommand(To, "mark", "Give this instant of a running process a name", Options);
  App.add_option("NAME", Options->Name, "Up to 255 bytes")
      ->type_name(" ")
      ->required()
      ->check([](const std::string &Name) {
        return Name.empty() || Name.size() >= ALLOCSITE_CONTROL_TEXT_BYTES
                   ? "a name has 1 to 255 bytes"
                   : "";
      });
  addWait(App, Options);
  App.footer("Example:\n"
             "  ALLOCSITE=1 ALLOCSITE_OPTIONS=control=1:output=app.csv ./server &\n"
             "  allocsite mark $! loaded; …; allocsite mark $! served\n"
             "  allocsite report --from loaded --to served app.csv");
  return {&App, [Options] { return ask(ALLOCSITE_OPERATION_MARK, *Options); }};
}

Command allocsite::addDumpCommand(CLI::App &To) {
  auto Options = std::make_shared<ControlOptions>();
  CLI::App &App =
      addCommand(To, "dump", "Write what a running process has counted so far", Options);
  App.add_option("-o,--output", Options->Output, "The log to write (standard output)")
      ->type_name("CSV");
  App.footer("Example:\n"
             "  allocsite dump 4711 -o now.csv\n\n"
             "The process is not disturbed and needs no option: its profile is read as it "
             "stands.");
  return {&App, [Options] { return dump(*Options); }};
}
