//===- Progress.h - How far a long run is, on a terminal --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   reading [#########---------------]  41 % 103/250  0:07 left  src/pool.c
//
// On standard error, and only where that is a terminal: nothing of it is in a log.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_READ_PROGRESS_H
#define ALLOCSITE_DISCOVER_READ_PROGRESS_H

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace allocsite {

class Progress {
public:
  Progress(std::string_view What, size_t Total);
  ~Progress(); ///< Wipes the line.

  /// One more is done, `Path`. May be called on any thread.
  void done(std::string_view Path);

private:
  std::string line(std::string_view Path, size_t Columns) const;

  const std::string What;
  const size_t Total;
  const bool Shown;
  const std::chrono::steady_clock::time_point Start;
  std::mutex Lock; ///< For what follows, and the terminal.
  size_t Done = 0;
  std::chrono::steady_clock::time_point Printed;
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_READ_PROGRESS_H
