//===- Sampling.h - Sampled blocks and their weights ------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   bytes that a thread allocates  ──|────────|──────────────|───▶
//   blocks                           [  ][ ][       ][][    ][ ]
//   followed                               *         *    *
//
// The process throws points on the bytes, each independent of the others, Mean bytes apart on
// average (a Poisson process), and follows the blocks that have one. A block of `Size` bytes
// has one with probability 1 - exp(-Size / Mean), so each followed block stands for the inverse
// of that number of blocks. The sums are unbiased, and blocks far above Mean are all followed.
// If calls are sampled instead of bytes, each counts as CallSize bytes. The inverse is not a
// whole number, so a Tally has estimates in parts of a block or a byte, which are rounded when
// a sum is shown.
//
// No libm: the runtime has none.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_SAMPLING_H
#define ALLOCSITE_PROFILE_SAMPLING_H

#include "allocsite/ProfileFormat.h"
#include "profile/Measures.h"

#include <stdint.h>
#include <string.h>

namespace allocsite {

// Small rather than fast: runs only where a point falls, and when a profile is read.
#define ALLOCSITE_SMALL __attribute__((noinline, cold)) inline

/// The logarithm of X > 0, nearly as exact as a double.
ALLOCSITE_SMALL double naturalLog(double X) {
  uint64_t Bits;
  memcpy(&Bits, &X, sizeof(Bits));
  int Exponent = static_cast<int>(Bits >> 52) - 1023;
  Bits = (Bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1023) << 52;
  double M;
  memcpy(&M, &Bits, sizeof(M));
  if (M > 1.4142135623730951) {
    M /= 2;
    ++Exponent;
  }
  // 2 artanh(z), |z| < 0.172.
  const double Z = (M - 1) / (M + 1), Square = Z * Z;
  double Sum = 0, Power = Z;
  for (int Odd = 1; Odd < 20; Odd += 2, Power *= Square)
    Sum += Power / Odd;
  return 2 * Sum + Exponent * 0.6931471805599453;
}

/// 1 - exp(-X), for X of at least 0.
ALLOCSITE_SMALL double oneLessExp(double X) {
  if (X > 40)
    return 1;
  // Halve X, then double: 1 - e^-2x = (1 - e^-x) (2 - (1 - e^-x)).
  int Halves = 0;
  for (; X > 0.125; X /= 2)
    ++Halves;
  double Sum = 0, Term = X;
  for (int I = 2; I < 14; ++I) {
    Sum += Term;
    Term *= -X / I;
  }
  for (; Halves; --Halves)
    Sum *= 2 - Sum;
  return Sum;
}

struct Sampling : AllocSiteProfileSampling {
  static constexpr uint64_t CallSize = UINT64_C(1) << 20;
  static constexpr unsigned PartBits = 12; ///< a whole has 2^12 parts

  bool isExact() const { return Mean == 0; }
  uint64_t sizeOf(uint64_t Bytes) const { return OfCalls ? CallSize : Bytes; }

  /// The number of blocks that a followed block of Bytes stands for. A block of 0 bytes counts
  /// as one of 1 byte.
  ALLOCSITE_SMALL double weight(uint64_t Bytes) const {
    if (isExact())
      return 1;
    const uint64_t Size = sizeOf(Bytes);
    return 1 / oneLessExp(static_cast<double>(Size ? Size : 1) / static_cast<double>(Mean));
  }

  /// The bytes that a followed block of Bytes stands for: a whole number, rounded up or down so that it
  /// is right on average. All bits of `Random` must be random.
  ALLOCSITE_SMALL uint64_t weightedBytes(uint64_t Bytes, uint64_t Random) const {
    const double Exact = weight(Bytes) * static_cast<double>(Bytes ? Bytes : 1);
    const uint64_t Whole = static_cast<uint64_t>(Exact);
    const double Rest = Exact - static_cast<double>(Whole);
    return Whole + (static_cast<double>(Random >> 11) < Rest * 9007199254740992.0);
  }

  /// Bytes from one point to the next. All bits of `Random` must be random.
  uint64_t distance(uint64_t Random) const {
    const double Uniform = (static_cast<double>(Random >> 11) + 0.5) / 9007199254740992.0;
    return static_cast<uint64_t>(-naturalLog(Uniform) * static_cast<double>(Mean));
  }

  /// weight() in parts; 1 if all blocks are followed, as counts are then whole.
  uint64_t parts(uint64_t Bytes) const {
    return isExact() ? 1
                     : static_cast<uint64_t>(weight(Bytes) * (UINT64_C(1) << PartBits) + 0.5);
  }
  /// Rounds a sum of parts to whole blocks or bytes.
  uint64_t whole(uint64_t Parts) const {
    return isExact() ? Parts : (Parts + (UINT64_C(1) << (PartBits - 1))) >> PartBits;
  }

  /// Scales counts of followed blocks of `Bytes` up to estimates of all blocks, in parts.
  /// Objects of arenas are all followed.
  void scale(Tally &Counts, uint64_t Bytes, bool InArena) const {
    if (isExact())
      return;
    const uint64_t Each = InArena ? UINT64_C(1) << PartBits : parts(Bytes);
    if (!InArena)
      Counts.Sampled = Counts.Freed + Counts.Live;
    Counts.Live *= Each;
    Counts.AtPeak *= Each;
    Counts.Freed *= Each;
    Counts.Temporary *= Each;
    // Reallocations were counted in parts, of the old block (runtime/live/Live.cpp).
    const uint64_t Resized = InArena ? Each : 1;
    Counts.InPlace *= Resized;
    Counts.Moved *= Resized;
    Counts.Copied *= Resized;
  }
};

/// Sums of parts of blocks, rounded to whole ones so that what is rounded adds up.
class RoundedSum {
  uint64_t Parts = 0, Whole = 0;

public:
  /// How many whole ones more there are with these parts. \p Rounding: what is added to all parts
  /// together, below 2^PartBits.
  uint64_t add(uint64_t More, uint64_t Rounding) {
    Parts += More;
    const uint64_t Now = (Parts + Rounding) >> Sampling::PartBits, Step = Now - Whole;
    Whole = Now;
    return Step;
  }
};

inline Sampling samplingOf(const AllocSiteProfileSampling &Of) {
  Sampling Its;
  static_cast<AllocSiteProfileSampling &>(Its) = Of;
  return Its;
}

#undef ALLOCSITE_SMALL

} // namespace allocsite

#endif
