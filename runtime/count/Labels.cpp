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

/// All labels of a program or library.
struct LabelRange {
  const AllocSiteLabel *Begin, *End;
  enum : uint32_t { NotKnown, Ascending, Mixed } Order; // of addresses
};

/// The records of a module, which labels point at.
struct LabelledModule {
  const unsigned char *Bytes;
  uint32_t ByteCount, CallBase;
};

} // namespace

static Growing<LabelRange> Ranges;
static Growing<LabelledModule> Modules;

static uintptr_t addressOf(const AllocSiteLabel &Label) {
  return reinterpret_cast<uintptr_t>(&Label.Before) + static_cast<intptr_t>(Label.Before);
}

bool addLabels(const AllocSiteModule &Of, uint32_t CallBase) {
  if (!Of.Labels || Of.Labels == Of.LabelsEnd)
    return true;
  // All modules of an object have the same, and register one after the other.
  const uint32_t Count = Ranges.size();
  if ((!Count || Ranges[Count - 1].Begin != Of.Labels) &&
      !Ranges.push({Of.Labels, Of.LabelsEnd, LabelRange::NotKnown}))
    return false;
  return Modules.push({Of.Bytes, Of.ByteCount, CallBase});
}

/// Linkers sort the section as the code that it speaks of (SHF_LINK_ORDER). Old ones may not.
static bool isAscending(LabelRange &Of) {
  auto Order = __atomic_load_n(&Of.Order, __ATOMIC_RELAXED);
  if (Order == LabelRange::NotKnown) {
    Order = LabelRange::Ascending;
    for (const AllocSiteLabel *Each = Of.Begin; Each + 1 < Of.End; ++Each)
      if (addressOf(Each[0]) > addressOf(Each[1]))
        Order = LabelRange::Mixed;
    __atomic_store_n(&Of.Order, Order, __ATOMIC_RELAXED);
  }
  return Order == LabelRange::Ascending;
}

/// The last label before `Return`; null if there is none.
static const AllocSiteLabel *lastBefore(LabelRange &Of, uintptr_t Return) {
  if (!isAscending(Of)) {
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

/// The number of the call whose record is at `Record`; 0 if it is none.
static uint32_t numberOfCall(const unsigned char *Record) {
  // The newest first: an older one may be unloaded, and another be in its place.
  for (uint32_t I = Modules.size(); I--;) {
    const LabelledModule &Each = Modules[I];
    if (Record >= Each.Bytes && Record < Each.Bytes + Each.ByteCount)
      return Record == Each.Bytes ? 0
                                  : Each.CallBase + static_cast<uint32_t>(Record - Each.Bytes);
  }
  return 0;
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
  for (uint32_t I = Ranges.size(); I--;) {
    LabelRange &Each = Ranges[I];
    const auto Begin = reinterpret_cast<uintptr_t>(Each.Begin);
    if (Begin < In.ObjectBegin || Begin >= In.ObjectEnd)
      continue;
    const AllocSiteLabel *Found = lastBefore(Each, Return);
    if (!Found || addressOf(*Found) < In.FunctionBegin)
      continue;
    const auto *Record =
        reinterpret_cast<const unsigned char *>(&Found->Record) + Found->Record;
    if (Found->Hash == ALLOCSITE_LABEL_HELPS)
      return FrameLabel::ofRuntime();
    return {numberOfCall(Record), Found->Hash};
  }
  return {0, 0};
}

} // namespace allocsite
