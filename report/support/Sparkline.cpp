//===- Sparkline.cpp - Numbers as a line of bars --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sparkline.h"

#include <algorithm>
#include <cmath>

using namespace allocsite;

static constexpr int Steps = 8;
static constexpr const char *Bars[Steps + 1] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
static constexpr const char *AsciiBars[Steps + 1] = {" ", "_", ".", "-", "~",
                                                     "=", "+", "*", "#"};

/// The largest of each of \p Width equal parts.
static std::vector<double> fitted(const std::vector<double> &Of, size_t Width) {
  if (Of.size() <= Width)
    return Of;
  std::vector<double> Fitted;
  for (size_t I = 0; I != Width; ++I) {
    double Most = NAN;
    for (size_t J = I * Of.size() / Width; J != (I + 1) * Of.size() / Width; ++J)
      Most = std::fmax(Most, Of[J]);
    Fitted.push_back(Most);
  }
  return Fitted;
}

std::string allocsite::sparkline(const std::vector<double> &Of, size_t Width, bool Ascii) {
  const std::vector<double> Points = fitted(Of, Width);
  double Least = NAN, Most = NAN;
  for (double Each : Points) {
    Least = std::fmin(Least, Each);
    Most = std::fmax(Most, Each);
  }
  std::string Line;
  for (double Each : Points) {
    const double Share = Most > Least ? (Each - Least) / (Most - Least) : 0;
    const int Step = std::isnan(Each) ? 0 : 1 + int(std::lround(Share * (Steps - 1)));
    Line += (Ascii ? AsciiBars : Bars)[Step];
  }
  return Line;
}

std::vector<std::string> allocsite::barChart(const std::vector<double> &Of, size_t Width,
                                             size_t Height, bool Ascii) {
  const std::vector<double> Points = fitted(Of, Width);
  double Most = 0;
  for (double Each : Points)
    Most = std::fmax(Most, Each);
  std::vector<std::string> Lines(Height, std::string(Width - Points.size(), ' '));
  for (double Each : Points) {
    // In eighths of a line; what is not 0 is seen.
    int Left = std::isnan(Each) || Each <= 0 || Most <= 0
                   ? 0
                   : std::max(1, int(std::lround(Each / Most * double(Height) * Steps)));
    for (size_t I = Height; I--;) {
      const int Here = std::min(Left, Steps);
      Lines[I] += Ascii && Here ? (Here == Steps       ? "#"
                                   : Here * 2 >= Steps ? ":"
                                                       : ".")
                                : Bars[Here];
      Left -= Here;
    }
  }
  return Lines;
}
