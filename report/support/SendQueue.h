//===- SendQueue.h - Requests that wait on disk until they are sent -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   add() ──▶ DIR/queue/00000001796001038123456789.post ──send()──▶ server
//                     │ too many bytes: the oldest goes                ├─ 2xx        removed
//                     ▼                                                ├─ 400 413 …  DIR/refused/
//                 counted, and said                                    └─ else       stays; wait longer
//
// A request is a file from the moment when it is made, so that neither a server that is away nor
// the end of this process loses one. One process has a directory at a time.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_SENDQUEUE_H
#define ALLOCSITE_REPORT_SUPPORT_SENDQUEUE_H

#include "Http.h"

#include <chrono>
#include <random>

namespace allocsite {

class SendQueue {
public:
  using Clock = std::chrono::steady_clock;
  /// Sends a request whose Target, Type, Body and Headers are set.
  using Sender = std::function<HttpReply(HttpPost)>;

  /// Makes \p Directory. \p MostBytes is for all files in it. The requests in it are for one
  /// server.
  static Expected<std::unique_ptr<SendQueue>> open(const std::string &Directory,
                                                   uint64_t MostBytes, Sender Send);
  SendQueue(const SendQueue &) = delete;
  ~SendQueue();

  MaybeError add(const HttpPost &Of);
  /// Sends what waits, the oldest first, until the server does not take one, or \p IsOver says so
  /// between two requests. Prints what has changed since the last call: that it does not, why,
  /// and that it does again.
  void send(const std::function<bool()> &IsOver);
  /// When send() should be called again; nothing if nothing waits.
  std::optional<Clock::time_point> nextTry() const;

  size_t waiting() const;
  size_t refused() const { return Refused; }
  size_t dropped() const { return Dropped; }

private:
  SendQueue(std::string Directory, uint64_t MostBytes, Sender Send, int Lock);
  void makeRoom();
  void wait(double Least, const std::string &Why);
  void refuse(const std::string &File, const HttpReply &Reply);

  const std::string Directory;
  const uint64_t MostBytes;
  const Sender Send;
  const int Lock;
  size_t Refused = 0, Dropped = 0;
  double BackOff = 0; ///< seconds; 0: the last request was taken
  Clock::time_point Next = {};
  std::string Said; ///< the last problem that was printed
  std::mt19937 Random;
};

} // namespace allocsite

#endif
