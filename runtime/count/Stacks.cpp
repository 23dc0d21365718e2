//===- Stacks.cpp - Learns which calls a context stands for ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Stacks.h"
#include "Platform.h"
#include "State.h"
#include "ThroughSites.h"
#include "Walk.h"
#include "arch/Machine.h"
#include "store/Profile.h"

#include "arch/OwnCode.h"

namespace allocsite {

uint64_t KnownStacks[1 << Log2KnownStacks];

static StackNodes Nodes;
static uint32_t Used; // numbers given out, behind those of the roots
static StackSums Sums;
static uint32_t Drops; // how often all was dropped
static bool IsFull;    // there is no memory for more nodes
static uint32_t
    Spare; // nodes that were taken and not needed, each with the next as its caller

/// Whether a handler has forked since `Before`, the value of Drops: this is the child, and what
/// was learnt meanwhile is its parent's. What was loaded before the call is not the child's, if
/// the answer is no.
static bool hasForked(uint32_t Before) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  const uint32_t Now = __atomic_load_n(&Drops, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return __builtin_expect(Now != Before, false);
}

const StackNodes &stackNodes() { return Nodes; }

static void addOneTo(uint64_t &To) { __atomic_fetch_add(&To, 1, __ATOMIC_RELAXED); }

StackSums stackSums() {
  auto sum = [](const uint64_t &Of) { return __atomic_load_n(&Of, __ATOMIC_RELAXED); };
  return {sum(Sums.Learnt), sum(Sums.Stale), sum(Sums.Compared), sum(Sums.Others)};
}

void dropStacks() {
  __atomic_store_n(&Drops, Drops + 1, __ATOMIC_RELAXED);
  for (unsigned I = 0; I < StackNodes::PieceCount; ++I)
    Nodes.setPiece(I, nullptr);
  for (uint64_t &Each : KnownStacks)
    __atomic_store_n(&Each, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&Used, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&Spare, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&IsFull, false, __ATOMIC_RELAXED);
  Sums = StackSums(); // The child has one thread.
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// False if memory is short.
static __attribute__((noinline)) bool addPiece(unsigned Number) {
  LockGuard Guard; // Names may be asked for where nobody counts: no file then.
  if (Nodes.piece(Number))
    return true;
  // Look-ups begin in the first piece, which another thread may be about to add.
  if (IsFull || isOutOfMemory() || (Number && !Nodes.piece(0) && !addPiece(0)))
    return false;
  const uint32_t Count = StackNodes::sizeOf(Number);
  // Counters need memory more than stacks do, so these take a part of it alone.
  auto *Piece = static_cast<AllocSiteStacks *>(
      allocateForStacks(isCounting() ? ChunkKind::Stacks : ChunkKind::Modules,
                        sizeof(AllocSiteStacks) + Count * sizeof(AllocSiteStackNode))
          .Memory);
  if (!Piece) {
    __atomic_store_n(&IsFull, true, __ATOMIC_RELAXED);
    return false;
  }
  Piece->Count = Count;
  __atomic_store_n(&Piece->Piece, Number + 1, __ATOMIC_RELEASE);
  Nodes.setPiece(Number, reinterpret_cast<AllocSiteStackNode *>(Piece + 1));
  return true;
}

/// One that was given back, cleared; null if there is none.
static AllocSiteStackNode *takeSpare(uint32_t &Number, uint32_t Before) {
  if (!__atomic_load_n(&Spare, __ATOMIC_RELAXED))
    return nullptr;
  Number = __atomic_exchange_n(&Spare, 0, __ATOMIC_ACQUIRE);
  auto *Its = Number ? const_cast<AllocSiteStackNode *>(Nodes.at(Number)) : nullptr;
  if (!Its || hasForked(Before))
    return nullptr;
  // What another thread has given back meanwhile is lost.
  __atomic_store_n(&Spare, Its->Caller, __ATOMIC_RELEASE);
  if (hasForked(Before)) {
    __atomic_store_n(&Spare, 0, __ATOMIC_RELAXED);
    return nullptr;
  }
  Its->Caller = Its->SameAs = 0;
  return Its;
}

/// A node that nobody else has; null if memory is short, or a handler has forked.
static AllocSiteStackNode *takeNode(uint32_t &Number, uint32_t Before) {
  if (AllocSiteStackNode *Given = takeSpare(Number, Before))
    return Given;
  // Where there will be no more pieces, numbers must not run out and begin anew.
  const uint32_t Next = __atomic_load_n(&Used, __ATOMIC_RELAXED) + StackNodes::RootCount;
  if (Next >= StackNodes::MostNodes ||
      ((IsFull || isOutOfMemory()) && !Nodes.piece(StackNodes::pieceOf(Next))))
    return nullptr;
  Number = __atomic_fetch_add(&Used, 1, __ATOMIC_RELAXED) + StackNodes::RootCount;
  if (Number >= StackNodes::MostNodes)
    return nullptr;
  const unsigned At = StackNodes::pieceOf(Number);
  if (!Nodes.piece(At) && !addPiece(At))
    return nullptr;
  AllocSiteStackNode *Piece = Nodes.piece(At);
  return hasForked(Before) ? nullptr : Piece + (Number - StackNodes::firstOf(At));
}

/// Lets look-ups find `New`, which is complete. Another thread may have added an equal one: then
/// both stay, and look-ups find one of them.
static void publish(const AllocSiteStackNode &New, uint32_t Number, uint32_t Before) {
  uint64_t Hash = StackNodes::hashOf(New.Context, New.What);
  AllocSiteStackNode *Each = Nodes.piece(0) + StackNodes::rootOf(Hash);
  for (Hash <<= StackNodes::Log2Roots;; Hash <<= 2) {
    if (hasForked(Before))
      return;
    uint32_t *Next = &Each->Next[Hash >> 62];
    uint32_t Its = __atomic_load_n(Next, __ATOMIC_ACQUIRE);
    // Release: who finds the number sees the node.
    if (!Its && __atomic_compare_exchange_n(Next, &Its, Number, false, __ATOMIC_RELEASE,
                                            __ATOMIC_ACQUIRE))
      return;
    Each = const_cast<AllocSiteStackNode *>(Nodes.at(Its));
    if (Each && Each->Context == New.Context && Each->What == New.What)
      return;
  }
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

static AllocSiteStackNode *nodeAt(uint32_t Number) {
  return const_cast<AllocSiteStackNode *>(Nodes.at(Number));
}

/// The node that stands for a node.
static uint32_t folded(uint32_t Number) {
  const AllocSiteStackNode *Its = Number ? Nodes.at(Number) : nullptr;
  const uint32_t Same = Its ? Its->SameAs & ~ALLOCSITE_STACK_FLAGS : 0;
  return Same ? Same : Number;
}

/// Whether a signal came between a node and its caller: the flag or 0.
static uint32_t interruption(const AllocSiteStackNode &Of) {
  return Of.SameAs & ALLOCSITE_STACK_INTERRUPTED;
}

/// The node of `What` called by `Caller`, a node that stands for others, under a context of its
/// own. `Interruption` is that of the node. 0 if memory is short.
static uint32_t calledBy(uint32_t Caller, uint64_t What, uint32_t Interruption,
                         uint32_t Before) {
  const uint64_t Context =
      StackNodes::hashOf(Caller | Interruption, What) | 2; // neither 0 nor unknown
  if (const uint32_t Known = Nodes.find(Context, What))
    return Known;
  uint32_t Number;
  AllocSiteStackNode *New = takeNode(Number, Before);
  if (!New)
    return 0;
  New->Context = Context;
  New->What = What;
  New->Caller = Caller;
  New->SameAs = Interruption;
  publish(*New, Number, Before);
  return Number;
}

/// The node that stands for `New`, whose caller is known; 0: itself. Calls repeat if the last
/// ones, and one before, are those that came before them.
static uint32_t standInFor(const AllocSiteStackNode &New, uint32_t Before) {
  constexpr unsigned MostPeriod = 8; // as profile/StackFrames.cpp has it
  const uint32_t Caller = folded(New.Caller);
  uint64_t Calls[2 * MostPeriod + 1] = {New.What};
  uint32_t Numbers[2 * MostPeriod + 1] = {0};
  unsigned Count = 1;
  for (uint32_t Each = Caller; Each && Count <= 2 * MostPeriod; ++Count) {
    const AllocSiteStackNode *Its = Nodes.at(Each);
    if (!Its)
      break;
    Calls[Count] = Its->What;
    Numbers[Count] = Each;
    Each = folded(Its->Caller);
  }
  for (unsigned Period = 2; 2 * Period < Count; ++Period) {
    unsigned Equal = 0;
    while (Equal <= Period && Calls[Equal] == Calls[Equal + Period])
      ++Equal;
    if (Equal > Period)
      return Numbers[Period];
  }
  return Caller == New.Caller ? 0 : calledBy(Caller, New.What, interruption(New), Before);
}

namespace {

/// A stack that is being learnt, from the site outwards.
class NewStack {
  AllocSiteStackNode *First = nullptr, *Last = nullptr;
  uint32_t FirstNumber = 0;
  const uint32_t Before; // value of Drops

public:
  explicit NewStack(uint32_t Before) : Before(Before) {}
  /// Adds a node, called by those that are added later. False if memory is short.
  bool add(uint64_t Context, uint64_t What) {
    uint32_t Number;
    AllocSiteStackNode *New = takeNode(Number, Before);
    if (!New)
      return false;
    New->Context = Context;
    New->What = What;
    if (Last)
      Last->Caller = Number;
    else
      FirstNumber = Number, First = New;
    Last = New;
    return true;
  }
  /// A signal came between the node that was added last and the next one.
  void setInterrupted() { Last->SameAs |= ALLOCSITE_STACK_INTERRUPTED; }
  /// An allocator that a site counts has called what was added.
  void setCounted() { First->SameAs |= ALLOCSITE_STACK_COUNTED; }
  /// Ends at a node that is known.
  void endAt(uint32_t Number) { Last->Caller = Number; }

  /// Finds the nodes that stand for what was added behind the site, from outside in. Returns the
  /// one of the site's caller; 0: there is none.
  uint32_t fold(uint32_t KnownFrom) {
    // The list leads outwards: turn it round, and back on the way.
    uint32_t Inner = 0;
    for (uint32_t Each = First->Caller; Each != KnownFrom && Each;) {
      AllocSiteStackNode *Its = nodeAt(Each);
      if (!Its) // a handler has forked
        return 0;
      const uint32_t Outer = Its->Caller;
      Its->Caller = Inner;
      Inner = Each;
      Each = Outer;
    }
    uint32_t Outer = KnownFrom;
    while (Inner) {
      AllocSiteStackNode *Its = nodeAt(Inner);
      if (!Its)
        return 0;
      const uint32_t Next = Its->Caller;
      Its->Caller = Outer;
      Its->SameAs |= standInFor(*Its, Before);
      Outer = Inner;
      Inner = Next;
    }
    return Outer;
  }

  /// Of the site's node.
  uint32_t interruption() const { return allocsite::interruption(*First); }

  /// Another node stands for the site's; 0: itself. Returns the context to count under.
  uint64_t countAs(uint32_t Number) {
    const AllocSiteStackNode *Its = Number ? Nodes.at(Number) : nullptr;
    if (!Its)
      return First->Context;
    First->SameAs |= Number;
    return Its->Context;
  }

  /// Finds the nodes of the same calls, under contexts that are made of the calls alone, and gives
  /// back those that were added: a context that is not that of the stack may be another one each
  /// time. Returns the context to count under.
  uint64_t countAsFound() {
    const uint64_t Site = First->What, Context = First->Context;
    uint32_t Inner = 0, Found = 0;
    for (uint32_t Each = First->Caller; Each;) {
      AllocSiteStackNode *Its = nodeAt(Each);
      if (!Its) // a handler has forked
        return Context;
      const uint32_t Outer = Its->Caller;
      Its->Caller = Inner;
      Inner = Each;
      Each = Outer;
    }
    bool IsWhole = true;
    for (uint32_t Each = Inner; Each && IsWhole;
         Each = nodeAt(Each) ? nodeAt(Each)->Caller : 0) {
      AllocSiteStackNode *Its = nodeAt(Each);
      IsWhole = Its && (Found = calledBy(Found, Its->What, 0, Before));
    }
    const uint32_t OfSite = IsWhole ? calledBy(Found, Site, 0, Before) : 0;
    AllocSiteStackNode *Counted = OfSite ? nodeAt(OfSite) : nullptr;
    if (!hasForked(Before)) {
      First->Caller = Inner;
      __atomic_store_n(&Spare, FirstNumber, __ATOMIC_RELEASE);
      if (hasForked(Before))
        __atomic_store_n(&Spare, 0, __ATOMIC_RELAXED);
    }
    if (!Counted)
      return Context;
    __atomic_fetch_or(&Counted->SameAs, ALLOCSITE_STACK_STALE, __ATOMIC_RELAXED);
    return Counted->Context;
  }

  /// Lets look-ups find all that was added. From outside in, a kill would leave callers that
  /// nobody needs; from inside out none is needed that is not complete.
  void publish(uint32_t KnownFrom) const {
    const AllocSiteStackNode *Each = First;
    for (uint32_t Number = FirstNumber; Number != KnownFrom && Each;
         Number = Each->Caller, Each = Number ? Nodes.at(Number) : nullptr)
      allocsite::publish(*Each, Number, Before);
  }
};

} // namespace

static void setKnown(uint64_t Hash, uint32_t Before) {
  noteKnownStack(Hash);
  if (hasForked(Before))
    __atomic_store_n(&knownStack(Hash), 0, __ATOMIC_RELAXED);
}

/// The context that a site's node, which is under `Context`, counts under.
static uint64_t contextOf(uint32_t Number, uint64_t Context) {
  const AllocSiteStackNode *Its = Nodes.at(Number);
  const uint32_t Same = Its ? Its->SameAs & ~ALLOCSITE_STACK_FLAGS : 0;
  const AllocSiteStackNode *Other = Same ? Nodes.at(Same) : nullptr;
  return Other ? Other->Context : Context;
}

namespace {

/// The calls on the stack that changed the context, from the site's function outwards.
class CallsOnStack {
  StackWalk Walk;
  uint64_t Its;
  FrameLabel Label;
  bool IsInRuntime = true, IsCovered = false, IsInterrupted = false, WasInterrupted = false,
       IsWhole = true, IsOfSite = false;

public:
  /// Begins in the function that calls this, below which `Context` is.
  __attribute__((always_inline)) explicit CallsOnStack(uint64_t Context) : Its(Context) {}

  /// Goes to the next call. False if there is none, or it is not known: where the context is 0 the
  /// thread began, and where it is the unknown one, nothing is known.
  __attribute__((always_inline)) bool next() {
    IsInterrupted = false;
    while (IsCovered || Its > ALLOCSITE_UNKNOWN_CONTEXT) {
      if (!Walk.next()) {
        IsWhole = false;
        return false;
      }
      IsInterrupted |= Walk.isInterrupted();
      WasInterrupted |= IsInterrupted;
      Label = Walk.label();
      if (Label.isOfRuntime()) {
        IsOfSite |= !IsInRuntime;
        continue;
      }
      // The first other frame is of the site's function, unless that has jumped to the runtime.
      const bool IsCount = IsInRuntime && Label.Hash & ALLOCSITE_LABEL_COUNTS;
      IsInRuntime = false;
      IsOfSite |= (Label.Hash & ALLOCSITE_LABEL_ALLOCATES) != 0;
      if (Label.Call && !IsCount)
        return true;
    }
    return false;
  }
  /// The call, and the context that it passed to its callee.
  uint32_t call() const { return Label.Call; }
  uint64_t context() const { return Its; }

  /// Goes on behind the call: to the context of its caller.
  void leave() {
    if (!IsCovered)
      Its = (Its - (Label.Hash & ALLOCSITE_LABEL_HASH)) * ALLOCSITE_CONTEXT_STEP_INVERSE;
    IsCovered = Label.Hash & ALLOCSITE_LABEL_COVERS_CALLERS;
  }
  /// A signal came between the call and the one before it, which next() returned.
  bool isInterrupted() const { return IsInterrupted; }
  bool wasInterrupted() const { return WasInterrupted; }
  /// Among the frames so far is a gate, or the call of an allocator that a site counts.
  bool areOfSite() const { return IsOfSite; }
  /// The stack ended where the context did not.
  bool isStale() const { return !IsWhole && !WasInterrupted; }
};

} // namespace

bool isCountedAbove(uint64_t Context, uint64_t Site) {
  const uint32_t Its = Nodes.find(Context, Site);
  return Its && Nodes.at(Its)->SameAs & ALLOCSITE_STACK_COUNTED;
}

/// Compares the stack, once in a while, with the one that is known. They differ if the thread's
/// context is not that of its stack, or two stacks have one context.
static __attribute__((noinline)) void compare(uint32_t Known, uint64_t Context) {
  constexpr unsigned MostCalls = 512;
  addOneTo(Sums.Compared);
  const AllocSiteStackNode *Its = Nodes.at(Known);
  CallsOnStack Calls(Context);
  for (unsigned I = 0; Its && Its->Caller && I < MostCalls; ++I, Calls.leave()) {
    Its = Nodes.at(Its->Caller);
    if (!Calls.next() || !Its || Its->What != Calls.call())
      return Calls.wasInterrupted() ? void() : addOneTo(Sums.Others);
  }
}

// Code without unwind tables may have called with a stack that is not aligned.
ALLOCSITE_REALIGNS uint64_t learnStack(uint64_t Context, uint64_t Site, uint64_t Hash,
                                       bool Compares) {
  if (!isOwnProcess())
    return Context; // the nodes are the parent's
  const uint32_t Before = __atomic_load_n(&Drops, __ATOMIC_RELAXED);
  if (const uint32_t Known = Nodes.find(Context, Site)) {
    if (Compares)
      compare(Known, Context);
    const uint64_t Counted = contextOf(Known, Context);
    if (Counted == Context)
      setKnown(Hash, Before);
    return Counted;
  }
  NewStack New(Before);
  if (!New.add(Context, Site))
    return Context;
  CallsOnStack Calls(Context);
  uint32_t Found = 0;
  bool IsFirst = true;
  for (; Calls.next(); Calls.leave(), IsFirst = false) {
    if (IsFirst && Calls.areOfSite() && isThroughSite(Site))
      New.setCounted();
    if (Calls.isInterrupted())
      New.setInterrupted();
    Found = Nodes.find(Calls.context(), Calls.call());
    if (Found) {
      New.endAt(Found);
      break;
    }
    if (!New.add(Calls.context(), Calls.call()))
      break;
  }
  addOneTo(Sums.Learnt);
  if (Calls.isStale()) {
    addOneTo(Sums.Stale);
    return New.countAsFound();
  }
  const uint32_t Caller = New.fold(Found);
  uint64_t Counted = Context;
  if (const uint32_t Same = folded(Caller); Same != Caller && !hasForked(Before))
    Counted = New.countAs(calledBy(Same, Site, New.interruption(), Before));
  New.publish(Found);
  if (Counted == Context)
    setKnown(Hash, Before);
  return Counted;
}

} // namespace allocsite
