//===- FullScreen.h - The whole terminal, as lines ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes over the terminal and restores it, even if a signal ends the program. Draws with
// ncurses, which writes only what has changed.
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

/// A line of display text; it is cut at the edge of the screen.
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
    Enter,
    Escape,
    Backspace,
    Resize,
    Stop
  };
  struct Input {
    Key Is = Key::None;
    char Character = 0; ///< as typed; case matters. Of others than ASCII, each byte.
  };

  /// An error if standard input or output is no terminal, or of an unknown kind. Only one may
  /// be open at a time.
  static Expected<std::unique_ptr<FullScreen>> open();
  FullScreen(const FullScreen &) = delete;
  ~FullScreen();

  size_t height() const;
  size_t width() const;
  void draw(const std::vector<ScreenLine> &Lines);
  /// Waits for the next key; None at \p Deadline, Stop if a signal asks the program to end.
  Input wait(std::chrono::steady_clock::time_point Deadline);
  /// The signal that has asked the program to end; 0: none. Valid even after destruction.
  static int stopSignal();

private:
  FullScreen() = default;
};

} // namespace allocsite

#endif
