//===- Labels.cpp - What is known of a return address ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Labels.h"
#include "FrameRules.h"
#include "Platform.h"
#include "store/Profile.h"

namespace allocsite {

namespace {

/// A list that readers need no lock for: what was added stays where it is.
template <typename T> class Growing {
  static constexpr unsigned PieceCount = 20, Log2First = 6;
  T *Pieces[PieceCount];
  uint32_t Count;

  T &place(uint32_t I) const {
    const uint32_t From1 = I + (1u << Log2First);
    const unsigned Piece = 31 - Log2First - static_cast<unsigned>(__builtin_clz(From1));
    return Pieces[Piece][From1 - (1u << (Log2First + Piece))];
  }

public:
  uint32_t size() const { return __atomic_load_n(&Count, __ATOMIC_ACQUIRE); }
  T &operator[](uint32_t I) const { return place(I); }

  /// False if memory is short. Hold RuntimeLock.
  bool push(const T &New) {
    const uint32_t From1 = Count + (1u << Log2First);
    const unsigned Piece = 31 - Log2First - static_cast<unsigned>(__builtin_clz(From1));
    if (Piece >= PieceCount)
      return false;
    if (!Pieces[Piece])
      Pieces[Piece] = static_cast<T *>(
          allocate(ChunkKind::Modules, sizeof(T) << (Log2First + Piece)).Memory);
    if (!Pieces[Piece])
      return false;
    place(Count) = New;
    __atomic_store_n(&Count, Count + 1, __ATOMIC_RELEASE);
    return true;
  }
};

/// The records of a module, which labels point at.
struct LabelledModule {
  const unsigned char *Bytes;
  uint32_t ByteCount, CallBase;
  const AllocSiteLabel *Label; // its own
  uint64_t Object;             // as CodePlace has it
  uint64_t Since;              // value of Changes
  bool IsGone;                 // another module has come back to its place

  /// Of several that had one place, as plug-ins may, the last one is there.
  bool has(const unsigned char *Record, uint64_t In) const {
    return Object == In && Record >= Bytes && Record < Bytes + ByteCount && !isGone();
  }
  bool isGone() const { return __atomic_load_n(&IsGone, __ATOMIC_RELAXED); }
};

} // namespace

static Growing<LabelledModule> Modules;
static uint64_t Changes; // of Modules

static uint64_t changes() { return __atomic_load_n(&Changes, __ATOMIC_ACQUIRE); }

static uintptr_t addressOf(const AllocSiteLabel &Label) {
  return reinterpret_cast<uintptr_t>(&Label.Before) + static_cast<intptr_t>(Label.Before);
}

bool addLabels(const AllocSiteModule &Of, uint32_t CallBase, uint64_t Object, bool IsAgain) {
  if (!Of.Labels)
    return true;
  LabelledModule *Known = nullptr;
  for (uint32_t I = IsAgain ? Modules.size() : 0; I--;) {
    LabelledModule &Each = Modules[I];
    if (Each.Object != Object || Each.Bytes >= Of.Bytes + Of.ByteCount ||
        Of.Bytes >= Each.Bytes + Each.ByteCount)
      continue;
    if (Each.Label == Of.Labels && Each.Bytes == Of.Bytes && Each.CallBase == CallBase)
      Known = &Each;
    else
      __atomic_store_n(&Each.IsGone, true, __ATOMIC_RELAXED);
  }
  const uint64_t Now = Changes + 1;
  if (Known) {
    __atomic_store_n(&Known->IsGone, false, __ATOMIC_RELAXED);
    __atomic_store_n(&Known->Since, Now, __ATOMIC_RELAXED);
  } else if (!Modules.push(
                 {Of.Bytes, Of.ByteCount, CallBase, Of.Labels, Object, Now, false})) {
    return false;
  }
  __atomic_store_n(&Changes, Now, __ATOMIC_RELEASE);
  return true;
}

/// The module whose records a label of `Object` points at; null if it is none.
static const LabelledModule *moduleOf(const AllocSiteLabel &Of, uint64_t Object,
                                      const LabelledModule *Likely) {
  const auto *Record = reinterpret_cast<const unsigned char *>(&Of.Record) + Of.Record;
  if (Likely && Likely->has(Record, Object))
    return Likely;
  for (uint32_t I = Modules.size(); I--;)
    if (Modules[I].has(Record, Object))
      return &Modules[I];
  return nullptr;
}

namespace {

/// All labels of a program or library, as they were after so many changes.
struct LabelRange {
  uint64_t Object;
  uint64_t Begin, End; // of the first label, and behind the last
  uint64_t Changes;
  uint64_t IsAscending; // by address

  const AllocSiteLabel *begin() const {
    return reinterpret_cast<const AllocSiteLabel *>(Begin);
  }
  const AllocSiteLabel *end() const { return reinterpret_cast<const AllocSiteLabel *>(End); }
};

/// A range that was found. Threads and signal handlers may write the same one at once: what does
/// not fit its last word is not believed.
class FoundRange {
  static constexpr unsigned Count = sizeof(LabelRange) / sizeof(uint64_t);
  uint64_t Words[Count], Check;

  static uint64_t hash(const uint64_t (&Of)[Count]) {
    uint64_t Hash = 1;
    for (uint64_t Each : Of)
      Hash = (Hash ^ Each) * UINT64_C(0x9e3779b97f4a7c15);
    return Hash;
  }

public:
  bool load(LabelRange &To) const {
    uint64_t Read[Count];
    for (unsigned I = 0; I < Count; ++I)
      Read[I] = __atomic_load_n(&Words[I], __ATOMIC_RELAXED);
    __builtin_memcpy(&To, Read, sizeof(To));
    return __atomic_load_n(&Check, __ATOMIC_RELAXED) == hash(Read);
  }
  void store(const LabelRange &From) {
    uint64_t Written[Count];
    __builtin_memcpy(Written, &From, sizeof(From));
    for (unsigned I = 0; I < Count; ++I)
      __atomic_store_n(&Words[I], Written[I], __ATOMIC_RELAXED);
    __atomic_store_n(&Check, hash(Written), __ATOMIC_RELAXED);
  }
};

} // namespace

static FoundRange FoundRanges[64];

/// The label of a module that is in that object since a later change than `Since`; null if there
/// is none.
static const AllocSiteLabel *anyLabel(uint64_t Object, uint64_t Since) {
  for (uint32_t I = Modules.size(); I--;)
    if (const LabelledModule &Each = Modules[I];
        Each.Object == Object && !Each.isGone() &&
        __atomic_load_n(&Each.Since, __ATOMIC_RELAXED) > Since)
      return Each.Label;
  return nullptr;
}

/// The labels around that of a module. They end where what is there points at no records: other
/// constants, as linkers put the section between those.
static LabelRange findRange(uint64_t Object) {
  const uint64_t Now = changes();
  const AllocSiteLabel *Begin = anyLabel(Object, 0), *End = Begin;
  bool IsAscending = true;
  if (Begin) {
    const LabelledModule *Of = nullptr;
    while ((Of = moduleOf(Begin[-1], Object, Of)))
      --Begin;
    for (Of = nullptr; (Of = moduleOf(*End, Object, Of));)
      ++End;
    // Linkers sort the section as the code that it speaks of (SHF_LINK_ORDER). Old ones may not.
    for (const AllocSiteLabel *Each = Begin; Each + 1 < End; ++Each)
      IsAscending &= addressOf(Each[0]) <= addressOf(Each[1]);
  }
  return {Object, reinterpret_cast<uint64_t>(Begin), reinterpret_cast<uint64_t>(End), Now,
          IsAscending};
}

bool hasLabels(uint64_t Object) { return anyLabel(Object, 0); }

static LabelRange rangeIn(uint64_t Object) {
  FoundRange &Known = FoundRanges[Object * UINT64_C(0x9e3779b97f4a7c15) >> 58];
  LabelRange Its;
  const uint64_t Now = changes();
  if (Known.load(Its) && Its.Object == Object) {
    if (Its.Changes == Now)
      return Its;
    if (!anyLabel(Object, Its.Changes)) {
      Its.Changes = Now;
      Known.store(Its);
      return Its;
    }
  }
  Its = findRange(Object);
  Known.store(Its);
  return Its;
}

/// The last label before `Return`; null if there is none.
static const AllocSiteLabel *lastBefore(const LabelRange &Of, uintptr_t Return) {
  if (!Of.IsAscending) {
    const AllocSiteLabel *Best = nullptr;
    for (const AllocSiteLabel *Each = Of.begin(); Each < Of.end(); ++Each)
      if (addressOf(*Each) < Return && (!Best || addressOf(*Each) >= addressOf(*Best)))
        Best = Each;
    return Best;
  }
  const AllocSiteLabel *Low = Of.begin(), *High = Of.end();
  while (Low < High) {
    const AllocSiteLabel *Middle = Low + (High - Low) / 2;
    if (addressOf(*Middle) < Return)
      Low = Middle + 1;
    else
      High = Middle;
  }
  return Low == Of.begin() ? nullptr : Low - 1;
}

FrameLabel labelAt(uintptr_t Return, const CodePlace &In) {
  if (isOfRuntime(In.FunctionBegin))
    return FrameLabel::ofRuntime();
  const AllocSiteLabel *Found = lastBefore(rangeIn(In.Object), Return);
  if (!Found || addressOf(*Found) < In.FunctionBegin)
    return {0, 0};
  if (Found->Hash == ALLOCSITE_LABEL_HELPS)
    return FrameLabel::ofRuntime();
  const LabelledModule *Of = moduleOf(*Found, In.Object, nullptr);
  const auto *Record = reinterpret_cast<const unsigned char *>(&Found->Record) + Found->Record;
  return {Of && Record != Of->Bytes ? Of->CallBase + static_cast<uint32_t>(Record - Of->Bytes)
                                    : 0,
          Found->Hash};
}

} // namespace allocsite
