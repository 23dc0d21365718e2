//===- SystemHeap.h - The process's malloc, and who sees its frees --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of `malloc` and `operator new` are followed where somebody sees what is freed, whoever
// frees it: what stands in front of free in the executable, a library that is preloaded, or the
// hooks of a sanitizer. Start-up tries them with a block of its own, the probe.
//
// By start-up, unless it says otherwise.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_SYSTEMHEAP_H
#define ALLOCSITE_RUNTIME_LIVE_SYSTEMHEAP_H

#include "interpose/Through.h"

#include <stddef.h>

namespace allocsite {

/// Has `To`, which must stay, told of what is freed, by the first source that works. False where
/// none does.
bool listenToFrees(const BlockListener &To);
/// What the user can do then, behind a semicolon.
const char *whyFreesAreUnseen();

/// Whether it is the probe, which has been freed then. Any thread.
bool isProbe(const void *Block);
/// While the probe is out.
bool isProbing();

/// Whose `operator new` it is.
enum class NewOf {
  System, ///< The C++ library's, or of who has `malloc`.
  Other,  ///< Another one's, as of the program.
  Unseen, ///< Of who has `malloc`, and its `operator delete` is not seen.
};
NewOf whoseNew();

/// How large a granule of the shadow may be, which holds one block's beginning. Where blocks lie
/// further apart, it may be larger than what blocks begin at multiples of; `IsExact` where an
/// entry is to tell the very address. Finds out what usableSize() and isOwnMapping() need.
unsigned log2Granule(bool IsExact);

/// The bytes that malloc has for a block, or 0 where nobody tells. Any thread.
size_t usableSize(const void *Block);

/// Blocks have glibc's headers, which tell those that are mappings of their own: these are
/// resized by mremap, which copies nothing.
extern bool HasGlibcHeaders;
/// Any thread.
inline bool isOwnMapping(const void *Block) {
  constexpr size_t IsMapped = 2; // IS_MMAPPED, in the size of the chunk
  return HasGlibcHeaders && static_cast<const size_t *>(Block)[-1] & IsMapped;
}

} // namespace allocsite

#endif
