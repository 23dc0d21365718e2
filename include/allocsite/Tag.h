//===- Tag.h - The tag of an allocation, as a formula -----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tag = context * CONTEXT_FACTOR + start + size * SIZE_FACTOR   (modulo 2^64)
//         start = (SiteBase + k) * SITE_FACTOR, a word of the module
//
// Written once: the runtime and the tests compute numbers with it, and the pass emits code
// with it, its Number being what IRBuilder makes. The assembly of the runtime is one macro
// (Lookup.h of a machine's folder in runtime/arch), which
// test/runtime/assembly-computes-the-tag.cpp holds against this. Abi.h has the factors, and what they were chosen for.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_TAG_H
#define ALLOCSITE_TAG_H

#include "allocsite/Abi.h"

namespace allocsite {

template <typename Number> constexpr Number siteInTag(Number Site) {
  return Site * ALLOCSITE_SITE_FACTOR;
}
template <typename Number> constexpr Number sizeInTag(Number Size) {
  return Size * ALLOCSITE_SIZE_FACTOR;
}

/// Where Start has the size in it. It is a function, since emitted code computes what
/// stands before it first.
template <typename Number, typename Function>
constexpr Number tagOfSized(Number Context, Function Start) {
  Number OfContext = Context * ALLOCSITE_CONTEXT_FACTOR;
  return OfContext + Start();
}

template <typename Number, typename Function>
constexpr Number tagOf(Number Context, Function Start, Number Size) {
  Number Sized = tagOfSized(Context, Start);
  return Sized + sizeInTag(Size);
}

/// A function that gives a number, also where the language has no constant lambdas (C++14).
struct StartOfTag {
  uint64_t Start;
  constexpr uint64_t operator()() const { return Start; }
};

constexpr uint64_t tagOf(uint64_t Context, uint64_t Start, uint64_t Size) {
  return tagOf(Context, StartOfTag{Start}, Size);
}

/// Of the slot that a tag belongs to, in bytes from where AllocSiteThread.Slots points.
constexpr uint64_t slotOffset(uint64_t Tag, uint64_t SlotMask) {
  return (Tag >> ALLOCSITE_SLOT_SHIFT) & SlotMask;
}

static_assert(ALLOCSITE_SITE_FACTOR * ALLOCSITE_SITE_FACTOR_INVERSE == 1,
              "a site is read off what its tags begin with");
static_assert(ALLOCSITE_SITE_FAILED * ALLOCSITE_SITE_FACTOR == ALLOCSITE_SITE_FAILED,
              "and that it has failed");

} // namespace allocsite

#endif
