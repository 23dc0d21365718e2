//===- ReaderErrors.h - Errors in a profile file ----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by the source files of ProfileReader only.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_READERERRORS_H
#define ALLOCSITE_PROFILE_READERERRORS_H

#include "Expected.h"
#include "allocsite/ProfileFormat.h"

#include <cstdint>
#include <fmt/format.h>

namespace allocsite {

/// Offset of the first piece in a chunk.
constexpr uint64_t ChunkHeader = ALLOCSITE_PROFILE_CHUNK_BYTES;

inline const Error NoMemory{"out of memory"};

inline Error damaged(const char *What, uint64_t At) {
  return {fmt::format("damaged profile: {} at offset {}", What, At)};
}

} // namespace allocsite

#endif
