//===- FullScreen.cpp - The whole terminal, as lines ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FullScreen.h"

#include "DisplayText.h"

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <curses.h>
#include <langinfo.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

using namespace allocsite;

static volatile std::sig_atomic_t StopSignal;

static void stop(int Signal) { StopSignal = Signal; }

static constexpr int StopSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static struct sigaction Before[std::size(StopSignals)];

static void takeSignals() {
  struct sigaction Action = {};
  Action.sa_handler = stop;
  for (size_t I = 0; I != std::size(StopSignals); ++I)
    ::sigaction(StopSignals[I], &Action, &Before[I]);
}

static void giveSignalsBack() {
  for (size_t I = 0; I != std::size(StopSignals); ++I)
    ::sigaction(StopSignals[I], &Before[I], nullptr);
}

Expected<std::unique_ptr<FullScreen>> FullScreen::open() {
  for (auto [Descriptor, Name] : {std::pair(STDIN_FILENO, "standard input"),
                                  std::pair(STDOUT_FILENO, "standard output")})
    if (!::isatty(Descriptor))
      return Error{std::string(Name) + " is no terminal"};
  std::setlocale(LC_CTYPE, "");
  if (std::strcmp(::nl_langinfo(CODESET), "UTF-8") != 0)
    std::setlocale(LC_CTYPE, "C.UTF-8"); // names are UTF-8, as in all other output
  // Set our signal handlers first: those of ncurses would end the program at any point.
  takeSignals();
  if (!::newterm(nullptr, stdout, stdin)) {
    giveSignalsBack();
    const char *Term = std::getenv("TERM");
    return Error{std::string("TERM=") + (Term ? Term : "") +
                 ": no terminal of that name is known"};
  }
  ::cbreak();
  ::noecho();
  ::nonl();
  ::curs_set(0);
  ::keypad(stdscr, TRUE);
  ::nodelay(stdscr, TRUE);
  ::set_escdelay(25); // an Escape alone is seen at once
  return Expected<std::unique_ptr<FullScreen>>(std::unique_ptr<FullScreen>(new FullScreen));
}

FullScreen::~FullScreen() {
  ::endwin();
  giveSignalsBack();
}

int FullScreen::stopSignal() { return StopSignal; }

size_t FullScreen::height() const { return size_t(std::max(getmaxy(stdscr), 1)); }
size_t FullScreen::width() const { return size_t(std::max(getmaxx(stdscr), 1)); }

/// The first \p Width columns.
static std::string_view cut(std::string_view Text, size_t Width) {
  size_t End = 0;
  while (End != Text.size()) {
    size_t Next = End + 1;
    while (Next != Text.size() && (Text[Next] & 0xC0) == 0x80)
      ++Next;
    if (displayWidth(Text.substr(0, Next)) > Width)
      break;
    End = Next;
  }
  return Text.substr(0, End);
}

void FullScreen::draw(const std::vector<ScreenLine> &Lines) {
  ::erase();
  for (size_t I = 0; I != std::min(Lines.size(), height()); ++I) {
    const ScreenLine &Each = Lines[I];
    const attr_t Look = Each.Is == ScreenLine::Look::Bold      ? A_BOLD
                        : Each.Is == ScreenLine::Look::Dim     ? A_DIM
                        : Each.Is == ScreenLine::Look::Reverse ? A_REVERSE
                                                               : A_NORMAL;
    ::attrset(int(Look));
    if (Look == A_REVERSE) // to the edge
      mvhline(int(I), 0, ' ' | A_REVERSE, int(width()));
    const std::string_view Text = cut(Each.Text, width());
    mvaddnstr(int(I), 0, Text.data(), int(Text.size()));
  }
  ::attrset(A_NORMAL);
  ::refresh();
}

static constexpr std::pair<int, FullScreen::Key> Keys[] = {
    {KEY_UP, FullScreen::Key::Up},
    {KEY_DOWN, FullScreen::Key::Down},
    {KEY_LEFT, FullScreen::Key::Left},
    {KEY_RIGHT, FullScreen::Key::Right},
    {KEY_PPAGE, FullScreen::Key::PageUp},
    {KEY_NPAGE, FullScreen::Key::PageDown},
    {KEY_HOME, FullScreen::Key::Home},
    {KEY_END, FullScreen::Key::End},
    {KEY_ENTER, FullScreen::Key::Enter},
    {'\r', FullScreen::Key::Enter},
    {'\n', FullScreen::Key::Enter},
    {'\x1b', FullScreen::Key::Escape},
    {'\x7f', FullScreen::Key::Backspace},
    {'\b', FullScreen::Key::Backspace},
    {KEY_BACKSPACE, FullScreen::Key::Backspace},
    {KEY_RESIZE, FullScreen::Key::Resize}};

FullScreen::Input FullScreen::wait(std::chrono::steady_clock::time_point Deadline) {
  using namespace std::chrono;
  for (;;) {
    if (StopSignal)
      return {Key::Stop};
    const int Got = ::getch();
    for (auto [Code, Its] : Keys)
      if (Got == Code)
        return {Its};
    if (Got >= 0 && Got <= 0xFF)
      return {Key::Character, char(Got)};
    const auto Left = duration_cast<milliseconds>(Deadline - steady_clock::now()).count();
    if (Left <= 0)
      return {};
    // Wait 200 ms at most: a signal just before poll() is only seen in the next iteration.
    pollfd Input = {STDIN_FILENO, POLLIN, 0};
    if (::poll(&Input, 1, int(std::min<long long>(Left, 200))) > 0 &&
        (Input.revents & POLLHUP))
      return {Key::Stop}; // the terminal is gone
  }
}
