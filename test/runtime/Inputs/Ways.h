//===- Ways.h - Functions that call each other in many ways -----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   run ─▶ f0a or f0b ─▶ f1a or f1b ─▶ … ─▶ f9a or f9b
//
// Who counts at the end of a way counts as many bytes as the way is: a bit for each choice,
// behind a first 1. So each row tells what its callers have to be; ways.py looks. Handlers of
// signals may count bytes below what they have interrupted: handle ─▶ inner.
//
//===----------------------------------------------------------------------===//
#include "Play.h"

class Ways : public Play {
public:
  static constexpr unsigned Layers = 10, SitesOfEach = 4;

  Ways() {
    uint32_t Functions[Layers][2], Run = function("run");
    for (unsigned Layer = 0; Layer < Layers; ++Layer)
      for (unsigned Choice : {0, 1}) {
        char Name[] = {'f', char('0' + Layer), char('a' + Choice), 0};
        uint32_t Its = Functions[Layer][Choice] = function(Name);
        for (unsigned I = 0; I < SitesOfEach; ++I)
          Sites[Layer][Choice][I] = site(Its, frame(Its, "a.c", Layer * 10 + I + 1));
        for (unsigned From = 0; From < (Layer ? 2 : 1); ++From) {
          uint32_t Caller = Layer ? Functions[Layer - 1][From] : Run;
          Calls[Layer][From][Choice] = call(Caller, frame(Caller, "b.c", Choice + 1), Its);
        }
      }
    uint32_t Handle = function("handle"), Inner = function("inner");
    ToInner = call(Handle, frame(Handle, "b.c", 1), Inner);
    InHandler = site(Inner, frame(Inner, "a.c", 1000));
    load();
  }

  uint32_t siteAt(unsigned Layer, unsigned Choice, unsigned Which) const {
    return Sites[Layer][Choice][Which % SitesOfEach];
  }
  uint32_t callAt(unsigned Layer, unsigned From, unsigned Choice) const {
    return Calls[Layer][From][Choice];
  }

  /// Goes a way, and counts at its end.
  void go(unsigned Way, unsigned Which = 0) { go(Way, Which, 0, 0); }

  void countInHandler() {
    calling(*this, ToInner, [this] { allocate(InHandler, 1); });
  }

private:
  uint32_t Calls[Layers][2][2], Sites[Layers][2][SitesOfEach], ToInner, InHandler;

  void go(unsigned Way, unsigned Which, unsigned Layer, unsigned From) {
    unsigned Length = 31 - unsigned(__builtin_clz(Way));
    unsigned Choice = Way >> (Length - 1 - Layer) & 1;
    calling(*this, Calls[Layer][From][Choice], [=] {
      if (Layer + 1 == Length)
        allocate(siteAt(Layer, Choice, Which), Way);
      else
        go(Way, Which, Layer + 1, Choice);
    });
  }
};
