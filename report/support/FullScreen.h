//===- FullScreen.h - The whole terminal, as lines ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the terminal and gives it back as it was, also where a signal ends the program. It draws
// by ncurses, which writes only what has changed.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_FULLSCREEN_H
#define ALLOCSITE_REPORT_SUPPORT_FULLSCREEN_H

#include "profile/Expected.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace allocsite {

/// Display text that is cut at the end of the line.
struct ScreenLine {
  enum class Look { Plain, Bold, Dim, Reverse };
  std::string Text;
  Look Is = Look::Plain;
};

class FullScreen {
public:
  enum class Key {
    None,
    Character,
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    Resize,
    Stop
  };
  struct Input {
    Key Is = Key::None;
    char Character = 0; ///< in lower or upper case, as it was typed
  };

  /// An error where standard input or output is no terminal, or of an unknown kind. One at a time.
  static Expected<std::unique_ptr<FullScreen>> open();
  FullScreen(const FullScreen &) = delete;
  ~FullScreen();

  size_t height() const;
  size_t width() const;
  void draw(const std::vector<ScreenLine> &Lines);
  /// What is typed first, or None at \p Deadline. Stop: a signal asks the program to end.
  Input wait(std::chrono::steady_clock::time_point Deadline);
  /// The signal that has asked the program to end; 0: none. Known also when this is gone.
  static int stopSignal();

private:
  FullScreen() = default;
};

} // namespace allocsite

#endif
