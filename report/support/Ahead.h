//===- Ahead.h - Makes the next item while the last one is used -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   a thread    make 2        make 3        make 4
//   the caller        use 1         use 2         use 3
//
// The caller makes the first item. A thread is started only if there is a second one, so that
// short inputs need no thread.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_AHEAD_H
#define ALLOCSITE_REPORT_SUPPORT_AHEAD_H

#include <functional>
#include <future>
#include <utility>

namespace allocsite {

/// Items are reused and keep their memory: the function that makes one must clear it first.
template <typename Item> class Ahead {
public:
  /// \p Make fills an item, and returns false for the last one. It runs on another thread,
  /// except for the first item, one call at a time; what it refers to must outlive this.
  explicit Ahead(std::function<bool(Item &)> Make) : Make(std::move(Make)) {}
  Ahead(const Ahead &) = delete;
  Ahead &operator=(const Ahead &) = delete;
  /// Waits for an item that is being made.
  ~Ahead() {
    if (Running.valid())
      Running.wait();
  }

  /// The next item, valid until the next call; null after the last one. Not thread-safe.
  Item *next() {
    if (!HasMore)
      return nullptr;
    HasMore = Running.valid() ? Running.get() : Make(Being);
    std::swap(Being, Used);
    if (HasMore)
      Running = std::async(std::launch::async, [this] { return Make(Being); });
    return &Used;
  }

private:
  std::function<bool(Item &)> Make;
  Item Being, Used;
  bool HasMore = true;
  std::future<bool> Running;
};

} // namespace allocsite

#endif
