//===- PlayLive.h - Plays code whose blocks are followed --------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module with a function `main` and some sites of blocks in it, a.c:1, a.c:2, …: take(s, n)
// calls malloc(n) as compiled code does for site s, through a gate, and resize() realloc.
//
//===----------------------------------------------------------------------===//
#include "Play.h"
#include "allocsite/Tag.h"
#include <cstdio>

extern "C" {
#define DECLARE(Size, Of) extern AllocSiteGateFn ALLOCSITE_SYM_GATE(Size, Of);
ALLOCSITE_GATES(DECLARE)
}

namespace allocsite {
void freed(const void *Block, bool IsDelete, const void *Caller); // runtime/live/Live.h
}
using allocsite::freed;

class PlayLive : public Play {
public:
  static constexpr uint32_t SiteCount = 40;

private:
  uint32_t Sites[SiteCount];
  uint64_t Starts[SiteCount];

public:
  PlayLive(uint32_t Flags = ALLOCSITE_SITE_BLOCK) {
    uint32_t Main = function("main");
    for (uint32_t I = 0; I < SiteCount; ++I)
      Sites[I] = site(Main, frame(Main, "a.c", I + 1), "malloc", Flags);
    load();
    for (uint32_t I = 0; I < SiteCount; ++I)
      Starts[I] = TagBase + allocsite::siteInTag(uint64_t(Sites[I]));
  }

  __attribute__((noinline, no_sanitize("function"))) void *
  takeOf(void *(*Allocator)(size_t), uint32_t At, size_t Size) {
    using Called = void *(*)(size_t, uint64_t, const uint64_t *, void *(*)(size_t));
    void *Block = reinterpret_cast<Called>(ALLOCSITE_SYM_GATE(1, 1))(
        Size, ALLOCSITE_SYM_THREAD.Context, &Starts[At], Allocator);
    __asm__ volatile("" ::: "memory"); // not a jump
    return Block;
  }
  void *take(uint32_t At, size_t Size) { return takeOf(malloc, At, Size); }

  __attribute__((noinline, no_sanitize("function"))) void *resize(uint32_t At, void *Old,
                                                                  size_t Size) {
    using Called = void *(*)(void *, size_t, uint64_t, const uint64_t *,
                             void *(*)(void *, size_t));
    void *Block = reinterpret_cast<Called>(ALLOCSITE_SYM_GATE(2, 2))(
        Old, Size, ALLOCSITE_SYM_THREAD.Context, &Starts[At], realloc);
    __asm__ volatile("" ::: "memory");
    return Block;
  }
};
