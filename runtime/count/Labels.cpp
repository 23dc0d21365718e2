//===- Labels.cpp - What is known of a return address ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Labels.h"
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
};

} // namespace

static Growing<LabelledModule> Modules;

static uintptr_t addressOf(const AllocSiteLabel &Label) {
  return reinterpret_cast<uintptr_t>(&Label.Before) + static_cast<intptr_t>(Label.Before);
}

bool addLabels(const AllocSiteModule &Of, uint32_t CallBase) {
  return !Of.Labels || Modules.push({Of.Bytes, Of.ByteCount, CallBase, Of.Labels});
}

/// The module whose records a label points at; null if it is none.
static const LabelledModule *moduleOf(const AllocSiteLabel &Of, const LabelledModule *Likely) {
  const auto *Record = reinterpret_cast<const unsigned char *>(&Of.Record) + Of.Record;
  auto has = [&](const LabelledModule &Each) {
    return Record >= Each.Bytes && Record < Each.Bytes + Each.ByteCount;
  };
  if (Likely && has(*Likely))
    return Likely;
  // The newest first: an older one may be unloaded, and another be in its place.
  for (uint32_t I = Modules.size(); I--;)
    if (has(Modules[I]))
      return &Modules[I];
  return nullptr;
}

namespace {

/// All labels of a program or library, as they were when so many modules were known.
struct LabelRange {
  uintptr_t Object; // where that begins
  const AllocSiteLabel *Begin, *End;
  uint64_t Modules;
  uint64_t IsAscending; // by address

  uint64_t hash() const {
    uint64_t Hash = Object;
    const uint64_t Others[] = {reinterpret_cast<uint64_t>(Begin), reinterpret_cast<uint64_t>(End),
                               Modules, IsAscending};
    for (uint64_t Each : Others)
      Hash = (Hash ^ Each) * UINT64_C(0x9e3779b97f4a7c15);
    return Hash;
  }
};

} // namespace

/// The ranges that were found last, each with its hash. Threads and signal handlers may write the
/// same one at once: what does not fit its hash is not believed.
static struct {
  LabelRange Range;
  uint64_t Hash;
} FoundRanges[64];

/// A label of a module in that object, among those from number `From` on; null if there is none.
static const AllocSiteLabel *anyLabel(const CodeBounds &In, uint32_t From) {
  for (uint32_t I = Modules.size(); I-- > From;) {
    const auto At = reinterpret_cast<uintptr_t>(Modules[I].Label);
    if (At >= In.ObjectBegin && At < In.ObjectEnd)
      return Modules[I].Label;
  }
  return nullptr;
}

/// The labels around that of a module. They end where what is there points at no records.
static LabelRange findRange(const CodeBounds &In, const AllocSiteLabel *Known) {
  LabelRange Its = {In.ObjectBegin, Known, Known, Modules.size(), 1};
  if (!Known)
    return Its;
  const LabelledModule *Of = nullptr;
  while ((Of = moduleOf(Its.Begin[-1], Of)))
    --Its.Begin;
  for (Of = nullptr; (Of = moduleOf(*Its.End, Of));)
    ++Its.End;
  // Linkers sort the section as the code that it speaks of (SHF_LINK_ORDER). Old ones may not.
  for (const AllocSiteLabel *Each = Its.Begin; Each + 1 < Its.End; ++Each)
    Its.IsAscending &= addressOf(Each[0]) <= addressOf(Each[1]);
  return Its;
}

static LabelRange rangeIn(const CodeBounds &In) {
  auto &Known = FoundRanges[(In.ObjectBegin >> 12) * UINT64_C(0x9e3779b97f4a7c15) >> 58];
  LabelRange Its = Known.Range;
  if (Its.Object == In.ObjectBegin && __atomic_load_n(&Known.Hash, __ATOMIC_RELAXED) == Its.hash() &&
      (Its.Modules == Modules.size() ||
       !anyLabel(In, static_cast<uint32_t>(Its.Modules))))
    return Its;
  Its = findRange(In, anyLabel(In, 0));
  Known.Range = Its;
  __atomic_store_n(&Known.Hash, Its.hash(), __ATOMIC_RELAXED);
  return Its;
}

/// The last label before `Return`; null if there is none.
static const AllocSiteLabel *lastBefore(const LabelRange &Of, uintptr_t Return) {
  if (!Of.IsAscending) {
    const AllocSiteLabel *Best = nullptr;
    for (const AllocSiteLabel *Each = Of.Begin; Each < Of.End; ++Each)
      if (addressOf(*Each) < Return && (!Best || addressOf(*Each) >= addressOf(*Best)))
        Best = Each;
    return Best;
  }
  const AllocSiteLabel *Low = Of.Begin, *High = Of.End;
  while (Low < High) {
    const AllocSiteLabel *Middle = Low + (High - Low) / 2;
    if (addressOf(*Middle) < Return)
      Low = Middle + 1;
    else
      High = Middle;
  }
  return Low == Of.Begin ? nullptr : Low - 1;
}

extern "C" {
// Of the section that OwnCode.h names.
extern const char Begin[] __asm__("__start_allocsite_counts")
    __attribute__((visibility("hidden")));
extern const char End[] __asm__("__stop_allocsite_counts")
    __attribute__((visibility("hidden")));
}

static bool isOfRuntime(uintptr_t Function) {
  return Function >= reinterpret_cast<uintptr_t>(Begin) &&
         Function < reinterpret_cast<uintptr_t>(End);
}

FrameLabel labelAt(uintptr_t Return, const CodeBounds &In) {
  if (isOfRuntime(In.FunctionBegin))
    return FrameLabel::ofRuntime();
  const AllocSiteLabel *Found = lastBefore(rangeIn(In), Return);
  if (!Found || addressOf(*Found) < In.FunctionBegin)
    return {0, 0};
  if (Found->Hash == ALLOCSITE_LABEL_HELPS)
    return FrameLabel::ofRuntime();
  const LabelledModule *Of = moduleOf(*Found, nullptr);
  const auto *Record = reinterpret_cast<const unsigned char *>(&Found->Record) + Found->Record;
  return {Of && Record != Of->Bytes
              ? Of->CallBase + static_cast<uint32_t>(Record - Of->Bytes)
              : 0,
          Found->Hash};
}

} // namespace allocsite
