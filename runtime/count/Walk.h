//===- Walk.h - Who has called ----------------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   frame (pc, sp, fp) ─▶ cache of rules ─▶ three additions, two loads ─▶ frame of the caller
//                          │ another address      │ the rule needs more
//                          ▼                      ▼
//                          unwind tables (FrameRules.h)
//
// A step of the usual kind needs the stack pointer and the frame pointer, and a rule that the
// cache has for the return address. The walk keeps these two exact, and does not follow the
// other registers that calls keep. With each step but that out of a signal's handler the stack
// pointer grows, so a walk ends. Where a frame's rule needs one of those, the walk goes the
// same way once more with all registers (replay): from its beginning, or from the last frame
// where it knew them. So no rule is applied to a register that was guessed.
//
// The cache is one array for all threads, without a lock. An address has a place of its own, and
// may be in the three beside it. An entry is four words. Threads and signal handlers may write
// the same one at once; an entry is believed if
//
//   * its first word is what the address, the rule, the label and the number of times that
//     frames were forgotten make: so all three were written together;
//   * its last word is the code before the return address, as it is now: so the object that
//     had the address has not been unloaded and followed by another. It is written last and
//     read first, so that the others are no older than it.
//
// Frames that a signal has interrupted are not cached: their addresses do not come again.
//
// An address without rule has a caller if the frame pointer leads to a frame record (code that
// was made while the program ran has often nothing else) whose return address has a rule.
//
// Any thread, signal handlers included. The function that a walk begins in needs exact unwind
// tables (-fasynchronous-unwind-tables), and so do all functions between it and the program.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_WALK_H
#define ALLOCSITE_RUNTIME_COUNT_WALK_H

#include "FrameRules.h"
#include "Labels.h"

namespace allocsite {

/// The rule and the label of a return address, in the cache.
struct CachedFrame {
  uint64_t Check, Rule, Label, Code;

  static constexpr unsigned Log2Count = 13;
  static constexpr size_t Places = 4;

  /// The first word, of an address whose entry has these two.
  static uint64_t checkOf(uintptr_t Return, uint64_t Rule, uint64_t Label, uint64_t Era) {
    return Return ^ Rule * UINT64_C(0x9e3779b97f4a7c15) ^ Label ^ Era;
  }

  /// The eight bytes of code before a return address.
  static uint64_t codeBefore(uintptr_t Return) { return wordAt(Return - sizeof(uint64_t)); }

  /// False if the entry is not of that address, or of other code.
  __attribute__((always_inline)) bool read(uintptr_t Return, uint64_t Era, uint64_t &ItsRule,
                                           uint64_t &ItsLabel) const {
    // Acquire, with the release below.
    const uint64_t ItsCode = __atomic_load_n(&Code, __ATOMIC_ACQUIRE);
    const uint64_t ItsCheck = __atomic_load_n(&Check, __ATOMIC_RELAXED);
    ItsRule = __atomic_load_n(&Rule, __ATOMIC_RELAXED);
    ItsLabel = __atomic_load_n(&Label, __ATOMIC_RELAXED);
    // Without the first word, the code must not be read: it may not be there.
    return __builtin_expect(ItsCheck == checkOf(Return, ItsRule, ItsLabel, Era), true) &&
           __builtin_expect(ItsCode == codeBefore(Return), true);
  }
  void write(uintptr_t Return, uint64_t Era, uint64_t NewRule, uint64_t NewLabel) {
    __atomic_store_n(&Check, checkOf(Return, NewRule, NewLabel, Era), __ATOMIC_RELAXED);
    __atomic_store_n(&Rule, NewRule, __ATOMIC_RELAXED);
    __atomic_store_n(&Label, NewLabel, __ATOMIC_RELAXED);
    __atomic_store_n(&Code, codeBefore(Return), __ATOMIC_RELEASE);
  }
};

extern CachedFrame CachedFrames[size_t(1) << CachedFrame::Log2Count];

/// Changes whenever frames are forgotten.
extern uint64_t FramesEra;
inline uint64_t framesEra() {
  // Acquire: what is looked up from here on is what the era began with, or later.
  return __atomic_load_n(&FramesEra, __ATOMIC_ACQUIRE);
}

/// The number of an address's own place. The others differ from it in the last bits.
inline size_t placeOf(uintptr_t Return) {
  return Return * UINT64_C(0x9e3779b97f4a7c15) >> (64 - CachedFrame::Log2Count);
}

/// A walk from a function to its caller, and so on.
class StackWalk {
  uintptr_t Pc, Sp, Fp;
  PackedRule Rule; // of Pc
  uint64_t Label;  // of Pc: Call, and Hash above it
  uint64_t Era;    // of the cache, when the walk began
  uint32_t Left;   // steps without a plain rule that may still come

  /// A frame in which all registers are known that calls keep.
  struct Known {
    FrameRegisters Registers;
    uintptr_t Pc;
    bool IsInterrupted;
  } Whole;

  static constexpr uint32_t MostSteps = 1 << 20;

  /// Takes rule and label of Pc from an entry. False if it is not of Pc.
  __attribute__((always_inline)) bool take(const CachedFrame &Its) {
    uint64_t ItsRule, ItsLabel;
    if (!Its.read(Pc, Era, ItsRule, ItsLabel))
      return false;
    Rule = PackedRule::ofWord(ItsRule);
    Label = ItsLabel;
    return true;
  }

  /// Finds rule and label of Pc. False if Pc is none: the thread began here.
  __attribute__((always_inline)) bool lookUp() {
    return take(CachedFrames[placeOf(Pc)]) || find();
  }

  bool find();
  void learn();
  bool goTo(uintptr_t Return, uintptr_t CallersSp, uintptr_t CallersFp, bool IsInterrupted);
  bool goOnOtherwise();
  bool goOnByTables();
  bool goOnByRecord();
  bool goOnFromHandler();
  bool replay();

public:
  /// Begins in the function that calls this.
  __attribute__((always_inline)) StackWalk() {
    Pc = captureRegisters(Whole.Registers.Values);
    Sp = Whole.Registers.Values[StackPointer];
    Fp = Whole.Registers.Values[FramePointer];
    Era = framesEra();
    Left = MostSteps;
    Whole.Registers.Known = CapturedRegisters;
    Whole.Pc = Pc;
    Whole.IsInterrupted = false;
    lookUp();
  }

  /// Goes on to the caller. False: the outermost frame was reached, or no rule is known for this
  /// one.
  __attribute__((always_inline)) bool next() {
    if (__builtin_expect(!Rule.isPlain(), false))
      return goOnOtherwise();
    uintptr_t From = Sp;
    if (Rule.isFromFrame()) {
      From = Fp;
      // What a frame pointer below the stack pointer leads to may be gone.
      if (__builtin_expect(From - Sp > MostFrameBytes, false))
        return false;
    }
    const uintptr_t Cfa = From + Rule.cfa();
    if (const uintptr_t SavedAt = Rule.savedAt())
      Fp = wordAt(Cfa - SavedAt);
    Sp = Cfa;
    Pc = codeAddress(wordAt(Cfa - Rule.returnAt()));
    return lookUp();
  }

  /// Where the current frame goes on: a return address, or the interrupted instruction.
  uintptr_t pc() const { return Pc; }

  /// A signal has interrupted the current frame: pc() is no return address.
  bool isInterrupted() const { return Rule.isInterrupted(); }

  /// Of pc(), if that is a return address.
  FrameLabel label() const {
    return {static_cast<uint32_t>(Label), static_cast<uint32_t>(Label >> 32)};
  }
};

/// Forgets all cached rules and labels: to be called when labels have changed. Entries of another
/// era have other first words, with a probability that is as good as 1.
inline void forgetFrames() {
  __atomic_fetch_add(&FramesEra, UINT64_C(0xd1342543de82ef95), __ATOMIC_RELEASE);
}

} // namespace allocsite

#endif
