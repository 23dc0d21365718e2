//===- PushWindows.cpp - What push sends of each process ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PushWindows.h"

#include "profile/Companion.h"
#include "read/RecordedProfile.h"
#include "support/DisplayText.h"

#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sys/stat.h>

using namespace allocsite;
namespace fs = std::filesystem;

static constexpr uint64_t NanosecondsInSecond = 1'000'000'000;
/// How often the last window of a process is tried to be kept.
static constexpr int MostTries = 3;

static uint64_t nanosecondsNow() {
  return uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
                      std::chrono::system_clock::now().time_since_epoch())
                      .count());
}

/// The inode, as a process that executes another program goes on with another profile.
static std::string nameOf(const ProfiledProcess &Of) {
  struct stat Its = {};
  ::fstat(Of.File, &Its);
  return fmt::format("{}-{}-{}", Of.Id, Of.StartTime, Its.st_ino);
}

static MaybeError runWords(const CommandWords &Words) {
  const IsolatedCommands::Result Its = IsolatedCommands::runAlone(Words);
  if (Its.Is == IsolatedCommands::Result::Done)
    return {};
  constexpr std::string_view Begin = "allocsite: error: ";
  const size_t At = Its.Errors.find(Begin);
  if (At == Its.Errors.npos)
    return Error{"its profile could not be read"};
  std::string Why = Its.Errors.substr(At + Begin.size());
  return Error{Why.substr(0, Why.find('\n'))};
}

PushWindows::PushWindows(const Receiver &For, std::string Path,
                         std::vector<std::string> Labels, const std::string &Directory,
                         SendQueue &To)
    : For(For), Path(Path.empty() ? For.Path : std::move(Path)), Labels(std::move(Labels)),
      State(Directory + "/state"), To(To) {
  std::error_code Failure;
  fs::create_directories(State, Failure);
}

void PushWindows::addRunning(const std::vector<uint64_t> &Only) {
  Processes.refresh(Only);
  // Those that have ended come first: one may go on as another program.
  Count = 0;
  for (const ProfiledProcess &Each : Processes.all()) {
    ++Count;
    const auto Failure = addWindow(Each);
    std::string &Said = Problems[nameOf(Each)];
    if (Failure && Failure->What != Said)
      printWarning(fmt::format("process {}: {}", Each.Id, Failure->What));
    HasFailed |= Failure.has_value();
    Said = Failure ? Failure->What : "";
    if (Each.HasEnded && (!Failure || ++Tries[nameOf(Each)] == MostTries)) {
      Tries.erase(nameOf(Each));
      Problems.erase(nameOf(Each));
      Processes.forget(Each);
    }
  }
  removeEnded();
}

MaybeError PushWindows::addLog(const std::string &File) {
  auto Its = readLogRun(File);
  if (!Its)
    return Its.error();
  const uint64_t Until = Its->Time * (NanosecondsInSecond / 1000);
  return send(*Its, File, "", Its->Began ? Its->Began * NanosecondsInSecond : Until, Until);
}

/// Makes \p Now the log before, with the time at which it was read.
static MaybeError keep(const std::string &Now, const std::string &Before, uint64_t Until) {
  std::error_code Failure;
  fs::rename(besideLog(Now, CompanionEnding), besideLog(Before, CompanionEnding), Failure);
  fs::rename(Now, Before, Failure);
  if (Failure)
    return Error{fmt::format("{}: {}", displayText(Before), Failure.message())};
  const timespec Time = {time_t(Until / NanosecondsInSecond),
                         long(Until % NanosecondsInSecond)};
  const timespec Times[] = {Time, Time};
  ::utimensat(AT_FDCWD, Before.c_str(), Times, 0);
  return {};
}

/// Can the log before not be read, as after a loss of power?
static bool isDamaged(const std::string &Before) {
  return runWords({"report", Before}).has_value();
}

/// The window since the log before, which then is the new one.
MaybeError PushWindows::addWindow(const ProfiledProcess &Of) {
  const std::string Before = fmt::format("{}/{}.csv", State, nameOf(Of));
  const std::string Now = fmt::format("{}/now.csv", State);
  const uint64_t Until = nanosecondsNow();
  if (auto Failure = runWords({"recover", Of.path(), "-o", Now}))
    return Failure;
  auto Its = readLogRun(Now);
  if (!Its)
    return Its.error();
  Its->Process = Of.Id; // as it is called here, not in its container
  struct stat File;
  const bool HasBefore = ::stat(Before.c_str(), &File) == 0;
  const uint64_t From = HasBefore ? uint64_t(File.st_mtim.tv_sec) * NanosecondsInSecond +
                                        uint64_t(File.st_mtim.tv_nsec)
                        : Its->Began ? Its->Began * NanosecondsInSecond
                                     : Until;
  auto Failure = send(*Its, Now, HasBefore ? Before : "", From, std::max(From, Until));
  if (Failure && (!HasBefore || !isDamaged(Before)))
    return Failure;
  const auto NotKept = keep(Now, Before, Until);
  if (Failure)
    return Error{"the window since the last one is lost: " + Failure->What};
  return NotKept;
}

MaybeError PushWindows::send(const LogRun &Of, const std::string &Log,
                             const std::string &Since, uint64_t From, uint64_t Until) {
  SentProfile Its;
  Its.Service = !Of.Service.empty()   ? Of.Service
                : !Of.Program.empty() ? Of.Program
                                      : "unknown";
  Its.Labels = {{"pid", std::to_string(Of.Process)}};
  if (!Of.Host.empty())
    Its.Labels.emplace_back("host", Of.Host);
  if (!Of.Build.empty())
    Its.Labels.emplace_back("build_id", Of.Build);
  for (const std::string &Each : Labels)
    Its.Labels.emplace_back(Each.substr(0, Each.find('=')), Each.substr(Each.find('=') + 1));
  Its.From = From;
  Its.Until = Until;
  const std::string Out = State + "/profile";
  CommandWords Words = {"export", "--format", For.Format,
                        "-o",     Out,        "--running",
                        "heap",   "--window", fmt::format("{}:{}", From, Until - From)};
  if (!Since.empty())
    Words.insert(Words.end(), {"--since", Since});
  Words.insert(Words.end(), {"--resource", fmt::format("process.pid={}", Of.Process)});
  for (const std::string &Each : Labels)
    Words.insert(Words.end(), {"--resource", Each});
  Words.push_back(Log);
  if (auto Failure = runWords(Words))
    return Failure;
  std::ifstream Stream(Out, std::ios::binary);
  Its.Bytes.assign(std::istreambuf_iterator<char>(Stream), {});
  std::error_code Ignored;
  fs::remove(Out, Ignored);
  return To.add(For.Request(Its, Path));
}

/// The logs of processes that have ended are of no use any more.
void PushWindows::removeEnded() {
  std::set<std::string> Kept;
  for (const ProfiledProcess &Each : Processes.all())
    Kept.insert(nameOf(Each));
  std::error_code Failure;
  std::vector<fs::path> Old;
  for (const fs::directory_entry &Each : fs::directory_iterator(State, Failure)) {
    const std::string Name = Each.path().stem().string();
    const size_t Dash = Name.find('-');
    if (!Kept.count(Name) &&
        (Dash == Name.npos ||
         !isProcessRunning(std::strtoull(Name.c_str(), nullptr, 10),
                           std::strtoull(Name.c_str() + Dash + 1, nullptr, 10))))
      Old.push_back(Each.path());
  }
  for (const fs::path &Each : Old)
    fs::remove(Each, Failure);
}
