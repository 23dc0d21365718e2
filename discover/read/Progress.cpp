//===- Progress.cpp - How far a long run is, on a terminal ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/read/Progress.h"
#include "report/support/DisplayText.h"

#include <cstdio>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace allocsite {

using Clock = std::chrono::steady_clock;

static constexpr size_t BarWidth = 24, PlainColumns = 80;
static constexpr auto Pause = std::chrono::milliseconds(50);

static size_t columns() {
  winsize Size;
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &Size) == 0 && Size.ws_col > 0 ? Size.ws_col
                                                                           : PlainColumns;
}

Progress::Progress(std::string_view What, size_t Total)
    : What(What), Total(Total), Shown(::isatty(STDERR_FILENO)), Start(Clock::now()) {}

Progress::~Progress() {
  if (Shown)
    std::fputs("\r\033[K", stderr);
}

std::string Progress::line(std::string_view Path, size_t Columns) const {
  size_t Filled = Done * BarWidth / Total;
  auto Spent = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - Start);
  size_t Left = Spent.count() * (Total - Done) / Done;
  std::string Line = fmt::format("{} [{}{}] {:3} % {}/{}  {}:{:02} left  ", What,
                                 std::string(Filled, '#'), std::string(BarWidth - Filled, '-'),
                                 Done * 100 / Total, Done, Total, Left / 60, Left % 60);
  // The end of a path tells most. One column stays free, or the line would wrap.
  if (Line.size() + 1 >= Columns)
    return Line.substr(0, Columns - 1);
  return Line + shortenStart(displayText(Path), Columns - Line.size() - 1);
}

void Progress::done(std::string_view Path) {
  std::lock_guard<std::mutex> Held(Lock);
  ++Done;
  if (!Shown || (Done < Total && Clock::now() - Printed < Pause))
    return;
  Printed = Clock::now();
  std::fputs(("\r" + line(Path, columns()) + "\033[K").c_str(), stderr);
}

} // namespace allocsite
