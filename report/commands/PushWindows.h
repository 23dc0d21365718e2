//===- PushWindows.h - What push sends of each process --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   at each interval, of each process:
//     its profile ──recover──▶ a log of now ──export --since the log before──▶ a window
//                                                                                 │
//                                             SendQueue, on disk ◀── Receiver ◀───┘
//
// Windows follow each other without gap or overlap: what is allocated is in exactly one, so that sums
// over time are right. The log before is on disk too, so that this holds when push is started again.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_PUSHWINDOWS_H
#define ALLOCSITE_REPORT_COMMANDS_PUSHWINDOWS_H

#include "IsolatedCommands.h"
#include "read/LogRun.h"
#include "read/RunningProcesses.h"
#include "support/SendQueue.h"
#include "write/Receiver.h"

namespace allocsite {

/// Not thread-safe; forks.
class PushWindows {
public:
  /// Requests for \p Path of the server go to \p To, which must outlive this, with the further
  /// \p Labels, NAME=VALUE. Logs are kept in \p Directory.
  PushWindows(const Receiver &For, std::string Path, std::vector<std::string> Labels,
              const std::string &Directory, SendQueue &To);

  /// Adds a window of each process, or of \p Only if it is not empty. Problems are printed, when
  /// they change.
  void addRunning(const std::vector<uint64_t> &Only);
  /// Adds all of a log.
  MaybeError addLog(const std::string &File);

  /// The processes at the last addRunning().
  size_t count() const { return Count; }
  /// A part of what was to be sent is missing.
  bool hasFailed() const { return HasFailed; }

private:
  MaybeError addWindow(const ProfiledProcess &Of);
  MaybeError send(const LogRun &Of, const std::string &Log, const std::string &Since,
                  uint64_t From, uint64_t Until);
  void removeEnded();

  const Receiver &For;
  const std::string Path;
  const std::vector<std::string> Labels;
  const std::string State; ///< the directory of the logs before
  SendQueue &To;
  RunningProcesses Processes{RunningProcesses::AllThatEnded};
  std::map<std::string, std::string> Problems; ///< of each process, what was printed last
  std::map<std::string, int> Tries;            ///< of those that have ended
  size_t Count = 0;
  bool HasFailed = false;
};

} // namespace allocsite

#endif
