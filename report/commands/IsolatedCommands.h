//===- IsolatedCommands.h - Runs commands in processes of their own -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   threads of a server ──words, a pipe──▶ the forker, one thread ──fork()──▶ a command
//            ▲                                 knows the processes                │
//            └──────────── what it prints, how it ends ───────────────────────────┘
//
// A profile is a stranger's file: whatever reading it does, the server goes on. The forker is made
// before the server has threads, and is small, so that a fork takes a fraction of a millisecond.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_ISOLATEDCOMMANDS_H
#define ALLOCSITE_REPORT_COMMANDS_ISOLATEDCOMMANDS_H

#include "Command.h"

#include <atomic>
#include <memory>

namespace allocsite {

using CommandWords = std::vector<std::string>;

/// What the forker does itself.
class ForkerTask {
public:
  virtual ~ForkerTask() = default;
  /// The words of a command for what was asked; an error if there is none.
  virtual Expected<CommandWords> complete(const CommandWords &Asked) = 0;
  /// Called each five seconds: commands whose answer is for nobody.
  virtual std::vector<CommandWords> pending() { return {}; }
};

class IsolatedCommands {
public:
  struct Result {
    enum { Done, Refused, Broken, TooMany, ClientGone } Is = Broken;
    std::string Output;
    std::string Errors; ///< what was printed to standard error, or why it is Refused
  };

  /// Forks. \p Task is made there.
  static Expected<std::unique_ptr<IsolatedCommands>>
  start(const std::function<std::unique_ptr<ForkerTask>()> &Task);
  IsolatedCommands(const IsolatedCommands &) = delete;
  ~IsolatedCommands();

  /// Runs a command in a process of its own, from one that has a single thread.
  static Result runAlone(const CommandWords &Words);

  /// Has what \p Asked stands for be run, and waits for it, as long as \p IsGone is false. Those
  /// that only wait for a time, \p Waits, do not take the place of others. Any thread.
  Result run(const CommandWords &Asked, const std::function<bool()> &IsGone, bool Waits);
  /// The forker has ended, and nothing can be run any more. Any thread.
  bool hasEnded() const { return HasEnded; }

private:
  IsolatedCommands(int Socket, int Forker) : Socket(Socket), Forker(Forker) {}
  const int Socket, Forker; ///< Forker: its process id
  std::atomic<unsigned> Running{0}, Waiting{0};
  std::atomic<bool> HasEnded{false};
};

} // namespace allocsite

#endif
