//===- LiveTable.cpp - What running programs allocate, read again and again ===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveTable.h"

#include "support/DisplayText.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fmt/format.h>
#include <map>

using namespace allocsite;

static constexpr RowBy ViewOrder[] = {RowBy::Site,      RowBy::Function, RowBy::Type,
                                      RowBy::Allocator, RowBy::File,     RowBy::Through};
static constexpr double LeastInterval = 0.1, MostInterval = 3600;

static double secondsNow() {
  return std::chrono::duration<double>(LiveTable::Clock::now().time_since_epoch()).count();
}

static LiveTable::Clock::time_point in(double Seconds) {
  return LiveTable::Clock::now() + std::chrono::duration_cast<LiveTable::Clock::duration>(
                                       std::chrono::duration<double>(Seconds));
}

void LiveTableOptions::addIntervalTo(CLI::App &To) {
  To.add_option("--interval", Interval, "Seconds from one reading to the next (1)")
      ->type_name("S")
      ->check(CLI::Range(LeastInterval, MostInterval));
}

LiveTable::LiveTable(const LiveTableOptions &Options, FindFiles Find)
    : Options(Options), Find(std::move(Find)), Interval(Options.Interval) {
  Style.RawBytes = Options.RawBytes;
  Style.Ascii = Options.Ascii;
  for (RowBy Each : ViewOrder)
    if (viewWord(Each) == Options.By)
      Style.By = Each;
  Now.Of = std::make_shared<Profile>(2);
}

MaybeError LiveTable::read() {
  const double Began = secondsNow();
  MaybeError Failure = readOnce();
  Status = Failure ? Failure->What : "";
  // Reading takes at most a fifth of a processor, however large the profile is.
  Wait = std::max(Interval, 4 * (secondsNow() - Began));
  NextReading = in(Wait);
  makeRows();
  return Failure;
}

MaybeError LiveTable::readOnce() {
  auto Found = Find();
  if (!Found)
    return Found.error();
  Reading Next;
  Next.Of = std::make_shared<Profile>(2, Options.Filter.keys());
  if (auto Failure = readProfiles(Found->Files, *Next.Of, 1))
    return Failure;
  Next.Seconds = secondsNow();
  auto Left = Options.Filter.apply(*Next.Of);
  if (!Left) {
    IsUsage = true;
    return Left.error();
  }
  Style.Sentences = sentencesOn(*Left, Next.Of->Names);
  const bool IsSame = Found->Of == Last.Of;
  Before = IsSame ? std::move(Now) : Reading();
  Now = std::move(Next);
  Last = std::move(*Found);
  if (!IsSame) {
    History.clear();
    Base = {};
    Style.IsGrowth = false;
  }
  remember();
  return {};
}

MaybeError LiveTable::sortBy(const std::string &Word) {
  const bool IsRate = Word.size() > 2 && Word.compare(Word.size() - 2, 2, "/s") == 0;
  const std::string Measure = IsRate ? Word.substr(0, Word.size() - 2) : Word;
  const std::vector<TopColumn> Shown = topColumns(columns());
  std::vector<std::string> Words;
  for (size_t I = 0; I != Shown.size(); ++I) {
    Words.push_back(columns()[Shown[I].Of].Word + (Shown[I].IsRate ? "/s" : ""));
    if (Words.back() == Word)
      Style.Sort = I;
  }
  if (std::find(Words.begin(), Words.end(), Word) != Words.end() || Words.empty())
    return {};
  IsUsage = true;
  return Error{
      fmt::format("--sort: \"{}\" is none of {}", displayText(Word), fmt::join(Words, ", "))};
}

/// Sorts by \p Measure; if the table is already sorted by it, by its rate.
void LiveTable::toggleSort(const char *Measure) {
  const std::vector<TopColumn> Shown = topColumns(columns());
  for (size_t I = 0; I != Shown.size(); ++I) {
    if (columns()[Shown[I].Of].Word != Measure || Shown[I].IsRate)
      continue;
    const bool HasRate = I + 1 != Shown.size() && Shown[I + 1].IsRate;
    Style.Sort = Style.Sort == I && HasRate ? I + 1 : I;
  }
}

/// Adds live bytes, or bytes per second if there are none, to the chart.
void LiveTable::remember() {
  constexpr double Kept = 600; // seconds
  const auto Live = Now.Of->column(Measure::LiveBytes), Bytes = Now.Of->column(Measure::Bytes);
  double Value;
  if (Live) {
    Value = double(Now.Of->total(*Live, 1));
  } else {
    const double Seconds = Now.Seconds - Before.Seconds;
    const auto Old = Before.Of ? Before.Of->column(Measure::Bytes) : std::nullopt;
    if (!Bytes || !Old || Seconds <= 0)
      return;
    Value = (double(Now.Of->total(*Bytes, 1)) - double(Before.Of->total(*Old, 1))) / Seconds;
  }
  History.emplace_back(Now.Seconds, std::max(Value, 0.0));
  while (History.front().first < Now.Seconds - Kept)
    History.erase(History.begin());
  Style.Chart.clear();
  for (const auto &[Time, Each] : History)
    Style.Chart.push_back(Each);
  const int Seconds = int(std::lround(Now.Seconds - History.front().first));
  Style.ChartTitle = fmt::format("{}, {}", Live ? "live" : "bytes/s",
                                 Seconds < 120 ? fmt::format("{} s", Seconds)
                                               : fmt::format("{} min", Seconds / 60));
}

void LiveTable::act(const FullScreen::Input &Typed) {
  using Key = FullScreen::Key;
  if (Style.IsTyping && Typed.Is != Key::None && Typed.Is != Key::Resize)
    return type(Typed);
  switch (Typed.Is) {
  case Key::Left:
    Style.Sideways -= Style.Sideways > 0;
    break;
  case Key::Right:
    Style.Sideways = std::min<size_t>(Style.Sideways + 1, 100);
    break;
  case Key::Escape:
    Style.Filter.clear();
    chooseRows();
    break;
  case Key::Enter:
    if (TreeWay) {
      Tree.toggle();
      chooseRows();
    }
    break;
  case Key::Character:
    actOn(Typed.Character);
    break;
  default:
    break;
  }
  scroll(Typed);
}

void LiveTable::scroll(const FullScreen::Input &Typed) {
  using Key = FullScreen::Key;
  const size_t Page = std::max<size_t>(rowsOnScreen(Style), 1);
  constexpr long Far = 1L << 40;
  long By = 0;
  switch (Typed.Is) {
  case Key::Up:
    By = -1;
    break;
  case Key::Down:
    By = 1;
    break;
  case Key::PageUp:
    By = -long(Page);
    break;
  case Key::PageDown:
    By = long(Page);
    break;
  case Key::Home:
    By = -Far;
    break;
  case Key::End:
    By = Far;
    break;
  default:
    break;
  }
  if (TreeWay)
    return Tree.move(By, Page);
  const long Last = Rows.size() > Page ? long(Rows.size() - Page) : 0;
  Style.First = size_t(std::clamp(long(Style.First) + By, 0L, Last));
  sortRows(Rows, columns(), Style);
}

void LiveTable::type(const FullScreen::Input &Typed) {
  using Key = FullScreen::Key;
  if (Typed.Is == Key::Escape)
    Style.Filter.clear();
  if (Typed.Is == Key::Escape || Typed.Is == Key::Enter)
    Style.IsTyping = false;
  else if (Typed.Is == Key::Backspace) {
    while (!Style.Filter.empty() && (Style.Filter.back() & 0xC0) == 0x80)
      Style.Filter.pop_back();
    if (!Style.Filter.empty())
      Style.Filter.pop_back();
  } else if (Typed.Is == Key::Character)
    Style.Filter += Typed.Character;
  Style.First = 0;
  chooseRows();
}

/// The table, the tree from main on, the tree from the functions that allocate, and again.
void LiveTable::toggleTree() {
  if (!TreeWay)
    TreeWay = CallTree::TopDown;
  else if (*TreeWay == CallTree::TopDown)
    TreeWay = CallTree::BottomUp;
  else
    TreeWay.reset();
  Tree = TopTree();
}

void LiveTable::toggleBaseline() {
  Style.IsGrowth = !Style.IsGrowth;
  Base = Style.IsGrowth ? Now : Reading();
}

void LiveTable::actOn(char Typed) {
  static const std::map<char, const char *> Measures = {
      {'b', "bytes"}, {'c', "calls"}, {'l', "live-bytes"}, {'p', "peak"}};
  if (auto Found = Measures.find(Typed); Found != Measures.end()) {
    toggleSort(Found->second);
    chooseRows();
  } else if (Typed == '<' || Typed == '>') {
    const size_t Sorts = topColumns(columns()).size();
    Style.Sort =
        Typed == '<' ? Style.Sort - (Style.Sort > 0) : Style.Sort + (Style.Sort + 1 < Sorts);
    chooseRows();
  } else if (Typed == '/') {
    Style.IsTyping = true;
    Style.Filter.clear();
    chooseRows();
  } else if (Typed == 't') {
    toggleTree();
    chooseRows();
  } else if (Typed == 'm') {
    toggleBaseline();
    makeRows();
  } else if (Typed == 'v' || Typed == 'V') {
    const size_t At =
        std::find(std::begin(ViewOrder), std::end(ViewOrder), Style.By) - ViewOrder;
    const size_t Count = std::size(ViewOrder);
    Style.By = ViewOrder[(At + (Typed == 'v' ? 1 : Count - 1)) % Count];
    Style.First = 0;
    TreeWay.reset();
    makeRows();
  } else if (Typed == ' ') {
    IsPaused = !IsPaused;
    NextReading = IsPaused ? Clock::now() + std::chrono::hours(24) : Clock::now();
  } else if (Typed == '+' || Typed == '-') {
    // Read twice as often, or half as often.
    Interval =
        std::clamp(Typed == '+' ? Interval / 2 : Interval * 2, LeastInterval, MostInterval);
    Wait = Interval;
    if (!IsPaused)
      NextReading = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(Interval));
  }
}

void LiveTable::makeRows() {
  AllRows = ratedRows(Before, Now, Base, Style.By);
  chooseRows();
}

void LiveTable::chooseRows() {
  Rows.clear();
  std::copy_if(AllRows.begin(), AllRows.end(), std::back_inserter(Rows),
               [&](const RatedRow &Each) {
                 return Style.Filter.empty() || hasText(Each, Style.Filter);
               });
  sortRows(Rows, columns(), Style);
  const std::vector<TopColumn> Sorts = topColumns(columns());
  if (TreeWay && !Sorts.empty())
    Tree.make(Now, Base, Sorts[std::min(Style.Sort, Sorts.size() - 1)].Of, *TreeWay,
              Style.Filter);
}

std::string LiveTable::title() const {
  std::string Title = displayText(Last.Title), State = Status;
  const Run *Of = Now.Of->Runs.empty() ? nullptr : &Now.Of->Runs.front();
  if (Title.empty() && Of)
    Title = fmt::format("{} [{}]", displayText(Of->Program), Of->Process);
  if (State.empty() && Of) {
    for (const Run &Each : Now.Of->Runs)
      if (Each.Began && (!Of->Began || Each.Began < Of->Began))
        Of = &Each;
    const uint64_t Seconds =
        uint64_t(std::max<int64_t>(0, std::time(nullptr) - int64_t(Of->Began)));
    State =
        fmt::format("running for {}:{:02}:{:02}   {}", Seconds / 3600, Seconds / 60 % 60,
                    Seconds % 60, IsPaused ? "paused" : fmt::format("every {:.3g} s", Wait));
  }
  if (Base.Of)
    State += fmt::format("   growth in {:.0f} s", Now.Seconds - Base.Seconds);
  return fmt::format(" {}   {}", Title, State);
}

bool LiveTable::show(FullScreen &Screen, const std::function<bool()> &IsOver) {
  for (;;) {
    Style.Width = Screen.width();
    Style.Height = Screen.height();
    Style.Title = title();
    Screen.draw(TreeWay ? Tree.lines(columns(), Style) : topLines(Rows, columns(), Style));
    FullScreen::Input Typed;
    do {
      if (IsOver())
        return false;
      Typed = Screen.wait(std::min(NextReading, in(0.1)));
    } while (Typed.Is == FullScreen::Key::None && Clock::now() < NextReading);
    if (Typed.Is == FullScreen::Key::Stop ||
        (!Style.IsTyping && (Typed.Character == 'q' || Typed.Character == 'Q')))
      return true;
    act(Typed);
    if (!IsPaused && Clock::now() >= NextReading)
      read();
  }
}

std::string LiveTable::text(size_t Count, size_t Width) {
  TopStyle Lines = Style;
  Lines.Sentences.clear();
  Lines.Chart.clear();
  Lines.Title = title().substr(1);
  Lines.Width = Width;
  Lines.Height = Count;
  Lines.Height += Count - rowsOnScreen(Lines);
  return topText(Rows, columns(), Lines);
}
