//===- Decode.h - Decodes the records of a module ---------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// allocsite/Encoding.h describes the bytes; pass/describe/Encode.h writes them. They may
// come from a hostile file: nothing is read beyond their end, and the decoded records
// are at most 28 times as large as the bytes (a record takes a byte at least), strings
// 200 times. No state of the process; not thread-safe.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_DECODE_H
#define ALLOCSITE_PROFILE_DECODE_H

#include "Text.h"
#include "allocsite/Abi.h"
#include "allocsite/Encoding.h"

namespace allocsite {

/// The records of a module. Indexes in them are as in the bytes and not checked; the
/// accessors return an empty record or text for an index that is too large.
struct ModuleTables {
  AllocSiteCounts Counts;
  uint32_t SiteCount;
  const char *Text;       // all strings, one after the other, and a zero
  const uint32_t *Starts; // of each string
  const AllocSiteFunction *Functions;
  const AllocSiteFrame *Frames;
  const AllocSiteSite *Sites;
  const AllocSiteCallSite *CallSites;

  AllocSiteFunction function(uint32_t Index) const {
    return Index < Counts.FunctionCount ? Functions[Index] : AllocSiteFunction();
  }
  AllocSiteFrame frame(uint32_t Index) const {
    return Index < Counts.FrameCount ? Frames[Index] : AllocSiteFrame();
  }
  TextRef text(uint32_t Index) const {
    if (!Index || Index >= Counts.StringCount)
      return TextRef();
    return TextRef(Text + Starts[Index]);
  }
};

/// The keys of a module's functions (Encoding.h), read in place from its bytes.
class FunctionKeys {
  const unsigned char *Bytes;
  uint32_t Count;

public:
  FunctionKeys(const unsigned char *Bytes, uint32_t Count) : Bytes(Bytes), Count(Count) {}
  uint32_t size() const { return Count; }
  uint16_t operator[](uint32_t I) const {
    const unsigned char *At = Bytes + size_t(I) * ALLOCSITE_KEY_BYTES;
    return static_cast<uint16_t>(At[0] | At[1] << 8);
  }
};

/// No keys if the bytes of the module are shorter than their counts say.
FunctionKeys functionKeys(const AllocSiteModule &Module);

/// Words of memory that decode() needs; 0 if the module's bytes are shorter than their
/// counts say.
uint64_t decodedWords(const AllocSiteModule &Module);

/// Decodes into Words, which are decodedWords() zeros, and makes Tables point there. If
/// Words is null, only checks the bytes. False if they are damaged.
bool decode(const AllocSiteModule &Module, uint32_t *Words, ModuleTables &Tables);

/// Site numbers below this belong to no module: an allocation made before its module was
/// registered has its index in the module alone.
constexpr uint64_t FirstSite = UINT64_C(1) << 32;

/// A registered module: its bytes, which stay in place while the process lives, and the
/// numbers that it was given.
struct LoadedModule {
  AllocSiteModule Tables; // State is not used
  uint64_t CallBase;      // the number of its 0th call
  uint64_t SiteBase;
  uint64_t ContentHash;  // of a copy, else 0
  const void *From;      // in the object that registered it last; may be gone
  const char *Object;    // the path of the program or library; null: not known
  uint32_t BuildIdBytes; // of its build id, which follows the zero of the path; 0: none
  uint32_t FirstLike;    // this and NextLike: the lists by which copies are found
  uint32_t NextLike;

  /// Bytes, not text; empty: none, or not known.
  TextRef buildId() const {
    return BuildIdBytes ? TextRef(Object + strlen(Object) + 1, BuildIdBytes) : TextRef();
  }
};

} // namespace allocsite

#endif
