//===- ArenaRoom.h - Memory for what is known of arenas ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Journals and chunks: powers of two, which are used again. Hold an ArenaGuard.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_ARENAROOM_H
#define ALLOCSITE_RUNTIME_LIVE_ARENAROOM_H

#include <stddef.h>

namespace allocsite {

/// Zeros, or null.
void *takeRoom(size_t Bytes);
/// `Bytes`: as it was taken.
void giveRoom(void *Room, size_t Bytes);

} // namespace allocsite

#endif
