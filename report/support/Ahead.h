//===- Ahead.h - What comes next is made while the last is used -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   a thread    make 2        make 3        make 4
//   the caller        use 1         use 2         use 3
//
// The first item is made by the caller. A thread is started only where there is a second, so
// that what is short is done without one.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_AHEAD_H
#define ALLOCSITE_REPORT_SUPPORT_AHEAD_H

#include <functional>
#include <future>
#include <utility>

namespace allocsite {

/// \p Item is made anew again and again, and keeps its memory.
template <typename Item> class Ahead {
public:
  /// \p Make fills an item, and returns false of the last one. But for the first item it runs on
  /// another thread, one call at a time; what it refers to must outlive this.
  explicit Ahead(std::function<bool(Item &)> Make) : Make(std::move(Make)) {}
  Ahead(const Ahead &) = delete;
  Ahead &operator=(const Ahead &) = delete;
  /// Waits for an item that is being made.
  ~Ahead() {
    if (Running.valid())
      Running.wait();
  }

  /// The next item, valid until the next call; null behind the last one. For one thread.
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
