//===- RunningProcesses.h - The profiled processes of this machine --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   /proc ──▶ processes that have a profile mapped ──▶ an open file of each
//                                  │ one has ended
//                                  ▼
//               its log is written: forgotten
//               it was killed:      kept, the newest ones, until there are too many
//
// The open file keeps the profile, also if its container goes away with all files. To look again
// is cheap: a process without a profile is asked again after ever longer times.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_RUNNINGPROCESSES_H
#define ALLOCSITE_REPORT_READ_RUNNINGPROCESSES_H

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace allocsite {

struct ProfiledProcess {
  uint64_t Id = 0;        ///< in the pid namespace of this process
  uint64_t StartTime = 0; ///< field 22 of /proc/PID/stat
  int File = -1;          ///< its profile, open for reading
  bool WasKilled = false; ///< it has ended without a log
  bool HasEnded = false;  ///< killed, or not

  /// A path of the profile for this process and those that it forks.
  std::string path() const { return "/proc/self/fd/" + std::to_string(File); }
};

/// Not thread-safe.
class RunningProcesses {
public:
  enum Keep {
    TheKilled,   ///< those that have ended without a log, the newest ones
    AllThatEnded ///< until forget()
  };
  /// Raises the limit on open files to what the system allows.
  explicit RunningProcesses(Keep Kept = TheKilled);
  RunningProcesses(const RunningProcesses &) = delete;
  ~RunningProcesses();

  /// Looks at all processes that may be read, or at \p Only if it is not empty.
  void refresh(const std::vector<uint64_t> &Only = {});

  /// Those that have ended first, in the order of their ends; then the others by their ids.
  std::vector<ProfiledProcess> all() const;
  /// Keeps only the newest \p Most that have ended.
  void forgetOldest(size_t Most);
  /// Closes a process that has ended.
  void forget(const ProfiledProcess &Of);
  /// Those that run, and may not be read, at the last refresh().
  size_t unreadable() const { return Unreadable; }

private:
  using Clock = std::chrono::steady_clock;
  struct Seen {
    ProfiledProcess Of;
    Clock::time_point Again = {};   ///< when to look for a profile once more
    std::chrono::seconds Wait = {}; ///< between the last two looks
    bool IsUnreadable = false;
  };

  void look(uint64_t Process, uint64_t StartTime);
  void end(const ProfiledProcess &Of);

  const Keep Kept;
  std::map<uint64_t, Seen> ById;
  std::vector<ProfiledProcess> Ended; ///< the newest last
  size_t Unreadable = 0;
};

} // namespace allocsite

#endif
