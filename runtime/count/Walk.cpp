//===- Walk.cpp - Who has called ------------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Walk.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace allocsite {

alignas(64) CachedFrame CachedFrames[size_t(1) << CachedFrame::Log2Count];
uint64_t FramesEra;

/// The row of a return address is that of the call in front of it.
static uintptr_t addressOfRow(uintptr_t Pc, bool IsInterrupted) { return Pc - !IsInterrupted; }

/// Is the code before a return address mapped? It is if it is in the page of the call or in
/// the function.
static bool canReadBefore(uintptr_t Return, uintptr_t FunctionBegin) {
  constexpr uintptr_t Bytes = sizeof(CachedFrame::Code), LeastPageBytes = 4096;
  return (Return - 1) % LeastPageBytes >= Bytes - 1 || Return - Bytes >= FunctionBegin;
}

/// Where the entry of an address is to be written: to an empty place, or to each in turn.
static CachedFrame &placeToWrite(uintptr_t Return) {
  const size_t Own = placeOf(Return);
  for (size_t I = 0; I < CachedFrame::Places; ++I)
    if (!__atomic_load_n(&CachedFrames[Own ^ I].Check, __ATOMIC_RELAXED))
      return CachedFrames[Own ^ I];
  static uint32_t Turn;
  return CachedFrames[Own ^
                      (__atomic_fetch_add(&Turn, 1, __ATOMIC_RELAXED) % CachedFrame::Places)];
}

/// The same of an address that is not in its own place.
__attribute__((noinline)) bool StackWalk::find() {
  for (size_t I = 1; I < CachedFrame::Places; ++I)
    if (take(CachedFrames[placeOf(Pc) ^ I]))
      return true;
  Label = 0;
  Rule = Pc ? PackedRule() : PackedRule::outermost();
  if (Pc)
    learn();
  return Pc;
}

/// Finds rule and label of Pc without the cache, and writes them there.
__attribute__((noinline)) void StackWalk::learn() {
  FrameRules Rules;
  if (!Rules.find(addressOfRow(Pc, false)))
    return;
  Rule = Rules.packed();
  const FrameLabel Its = labelAt(Pc, {Rules.functionBegin(), Rules.object()});
  Label = uint64_t(Its.Hash) << 32 | Its.Call;
  if (!canReadBefore(Pc, Rules.functionBegin()))
    return;
  placeToWrite(Pc).write(Pc, Era, Rule.word(), Label);
}

/// Whether the word at `Address` can be read. The kernel reads a signal mask before it looks at
/// what is to be done with it, which is nothing it knows; sandboxes allow this call. (As
/// absl::AddressIsReadable does, Abseil.)
static bool isReadable(uintptr_t Address) {
  const int Errno = errno;
  const bool IsThere =
      syscall(SYS_rt_sigprocmask, ~0, Address & ~uintptr_t(7), nullptr, 8) != 0 &&
      errno != EFAULT;
  errno = Errno;
  return IsThere;
}

/// Goes on where a rule or the tables have led.
bool StackWalk::goTo(uintptr_t Return, uintptr_t CallersSp, uintptr_t CallersFp,
                     bool IsInterrupted) {
  Pc = codeAddress(Return);
  Sp = CallersSp;
  Fp = CallersFp;
  if (!IsInterrupted)
    return lookUp();
  Label = 0;
  Rule = PackedRule();
  FrameRules Rules;
  if (Pc && Rules.find(addressOfRow(Pc, true)))
    Rule = Rules.packed();
  Rule.markInterrupted();
  return Pc;
}

/// Goes on where the rule is no plain one.
__attribute__((noinline)) bool StackWalk::goOnOtherwise() {
  if (Rule.isOutermost() || !Left)
    return false;
  --Left;
  if (Rule.isThrough()) {
    if (Fp < Sp || Fp - Sp > MostFrameBytes || Rule.cfa() > Fp - Sp)
      return false;
    const uintptr_t Cfa = wordAt(Fp - Rule.cfa());
    if (Cfa <= Fp || Cfa - Sp > MostFrameBytes)
      return false;
    return goTo(wordAt(Cfa - Rule.returnAt()), Cfa, wordAt(Fp), false);
  }
  if (Rule.isInTables())
    return goOnByTables();
  return goOnFromHandler() || goOnByRecord();
}

/// Goes on with as many registers as the current frame's rule needs.
bool StackWalk::goOnByTables() {
  FrameRules Rules;
  const bool WasInterrupted = isInterrupted();
  if (!Rules.find(addressOfRow(Pc, WasInterrupted)))
    return false;
  FrameRegisters In, Caller;
  uintptr_t Return;
  bool IsWhole = Whole.Registers.Values[StackPointer] == Sp && Whole.Pc == Pc;
  if (IsWhole)
    In = Whole.Registers;
  else {
    In.Known = 0;
    In.set(StackPointer, Sp);
    In.set(FramePointer, Fp);
  }
  FrameRules::Outcome Is = Rules.step(In, WasInterrupted, Caller, Return);
  const bool LacksSome =
      Is == FrameRules::Unknown || (Is == FrameRules::Stepped && !Caller.has(FramePointer));
  if (LacksSome && !IsWhole) {
    if (!replay())
      return false;
    Is = Rules.step(Whole.Registers, WasInterrupted, Caller, Return);
  }
  if (Is != FrameRules::Stepped)
    return false;
  if (!Caller.has(FramePointer))
    Caller.Values[FramePointer] = 0; // is below each stack, so no rule goes on from it
  const bool Interrupted = Rules.isOfSignal();
  if ((Caller.Known & CapturedRegisters) == CapturedRegisters) {
    Whole.Registers = Caller;
    Whole.Pc = codeAddress(Return);
    Whole.IsInterrupted = Interrupted;
  }
  return goTo(Return, Caller.Values[StackPointer], Caller.Values[FramePointer], Interrupted);
}

/// Goes on to what a signal has interrupted, from the code that its handler returns to.
bool StackWalk::goOnFromHandler() {
  if (!KnowsSignalReturns || isInterrupted() || !isReadable(Pc) ||
      !isSignalReturn(reinterpret_cast<const void *>(Pc)))
    return false;
  const uintptr_t Interrupted = interruptedRegisters(Sp, Whole.Registers.Values);
  Whole.Registers.Known = static_cast<uint32_t>((uint64_t(1) << RegisterCount) - 1);
  Whole.Pc = codeAddress(Interrupted);
  Whole.IsInterrupted = true;
  return goTo(Interrupted, Whole.Registers.Values[StackPointer],
              Whole.Registers.Values[FramePointer], true);
}

/// Brings Whole to the current frame. False if that comes elsewhere.
bool StackWalk::replay() {
  // Signal frames restore all registers, so there is none on the way: the stack pointer grows.
  while (Whole.Registers.Values[StackPointer] != Sp || Whole.Pc != Pc) {
    FrameRules Rules;
    FrameRegisters Caller;
    uintptr_t Return;
    if (Whole.Registers.Values[StackPointer] > Sp ||
        !Rules.find(addressOfRow(Whole.Pc, Whole.IsInterrupted)) ||
        Rules.step(Whole.Registers, Whole.IsInterrupted, Caller, Return) !=
            FrameRules::Stepped ||
        Rules.isOfSignal())
      return false;
    Whole.Registers = Caller;
    Whole.Pc = codeAddress(Return);
    Whole.IsInterrupted = false;
  }
  return true;
}

/// Goes on by the frame record that the frame pointer may lead to. Where a signal has
/// interrupted the frame, the record is more often the caller's: it would be left out.
bool StackWalk::goOnByRecord() {
  constexpr uintptr_t MostRecordBytes = 1 << 20;
  if (isInterrupted() || Fp % RecordAlignment || Fp < Sp || Fp - Sp > MostRecordBytes)
    return false;
  // Code without tables may use the register for anything.
  if (!isReadable(Fp) || !isReadable(Fp + RecordReturnAt))
    return false;
  const uintptr_t CallersFp = wordAt(Fp);
  const uintptr_t Return = codeAddress(wordAt(Fp + RecordReturnAt));
  FrameRules Rules;
  if (!Rules.find(addressOfRow(Return, false)))
    return false;
  return goTo(Return, Fp + RecordReturnAt + sizeof(uintptr_t), CallersFp, false);
}

} // namespace allocsite
