//===- FrameRules.h - What unwind tables say of an address ------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   loader ─▶ .eh_frame_hdr ─▶ FDE, CIE ─▶ row of the address ─┬▶ step: registers of the caller
//             (sorted table)   (.eh_frame)                     └▶ packed rule, to be cached
//
// A row says for each register where the function has put its caller's value. A packed rule is
// a row that needs the stack pointer and the frame pointer alone: nearly all do.
//
// Nothing here allocates or writes a variable of the process. The loader is asked by
// _dl_find_object, which takes no lock (glibc 2.35); where that is missing, by
// dl_iterate_phdr, which takes the loader's.
//
// Tables that make no sense are no rule. Where the loader says that an object ends, reading
// ends too.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_FRAMERULES_H
#define ALLOCSITE_RUNTIME_COUNT_FRAMERULES_H

#include "arch/Stack.h"

namespace allocsite {

class FrameReader;

/// The registers in a frame, by DWARF's number. Bit n of Known: register n is known.
struct FrameRegisters {
  uintptr_t Values[RegisterCount];
  uint32_t Known;

  bool has(unsigned Number) const { return Known >> Number & 1; }
  void set(unsigned Number, uintptr_t Value) {
    Values[Number] = Value;
    Known |= uint32_t(1) << Number;
  }
};

/// No frame is larger, and no walk leaves the stack by more.
constexpr uintptr_t MostFrameBytes = uintptr_t(1) << 30;

/// A word of memory, wherever it lies.
inline uintptr_t wordAt(uintptr_t Address) {
  uintptr_t Word;
  __builtin_memcpy(&Word, reinterpret_cast<const void *>(Address), sizeof(Word));
  return Word;
}

/// The way to the caller's stack pointer, frame pointer and return address, in one word.
///
///   bits  0 … 23   Cfa: bytes from the base to the CFA
///        24 … 39   SavedAt: the caller's frame pointer is at CFA - SavedAt; 0: it is kept
///        40 … 55   ReturnAt: the return address is at CFA - ReturnAt
///        56        FromFrame: the base is the frame pointer, not the stack pointer
///        59 … 63   kinds other than that, and a mark
class PackedRule {
  uint64_t Word = 0;

  constexpr explicit PackedRule(uint64_t Word) : Word(Word) {}
  /// From bit 59 on.
  enum Bit : unsigned { InterruptedBit = 59, ThroughBit, OutermostBit, TablesBit, OtherBit };
  constexpr bool has(Bit Which) const { return Word >> Which & 1; }
  static constexpr uint64_t other(Bit Which) {
    return UINT64_C(1) << OtherBit | UINT64_C(1) << Which;
  }

public:
  /// No rule is known.
  constexpr PackedRule() : Word(UINT64_C(1) << OtherBit) {}

  /// Unpacks what word() has made.
  static constexpr PackedRule ofWord(uint64_t Word) { return PackedRule(Word); }
  constexpr uint64_t word() const { return Word; }

  /// The frame has no caller.
  static constexpr PackedRule outermost() { return PackedRule(other(OutermostBit)); }
  /// Only the tables say how to go on.
  static constexpr PackedRule inTables() { return PackedRule(other(TablesBit)); }
  /// All three are within a call's frame. The caller's frame pointer is not below the base,
  /// so whoever has checked the base reads nothing below it. False if they do not fit.
  static constexpr bool make(PackedRule &To, bool FromFrame, int64_t Cfa, int64_t SavedAt,
                             int64_t ReturnAt) {
    if (Cfa <= 0 || Cfa >> 24 || SavedAt < 0 || SavedAt > Cfa || SavedAt >> 16 ||
        ReturnAt <= 0 || ReturnAt > Cfa || ReturnAt >> 16)
      return false;
    if (ReturnBelowCfa && ReturnAt != static_cast<int64_t>(ReturnBelowCfa))
      return false;
    To = PackedRule(static_cast<uint64_t>(Cfa) | static_cast<uint64_t>(SavedAt) << 24 |
                    static_cast<uint64_t>(ReturnAt) << 40 |
                    static_cast<uint64_t>(FromFrame) << 56);
    return true;
  }
  /// A function that has aligned its stack keeps the CFA in its frame: it is the word at frame
  /// pointer - CfaAt, and the caller's frame pointer is at the frame pointer. False if it does
  /// not fit.
  static constexpr bool makeThrough(PackedRule &To, int64_t CfaAt, int64_t ReturnAt) {
    if (CfaAt <= 0 || !make(To, true, CfaAt, 0, ReturnAt))
      return false;
    To.Word |= other(ThroughBit);
    return true;
  }

  /// The base and three offsets are all of it.
  constexpr bool isPlain() const { return static_cast<int64_t>(Word) >= 0; }
  constexpr bool isThrough() const { return has(ThroughBit); }
  constexpr bool isOutermost() const { return has(OutermostBit); }
  constexpr bool isInTables() const { return has(TablesBit); }

  constexpr bool isFromFrame() const { return Word >> 56 & 1; }
  constexpr uintptr_t cfa() const { return Word & 0xffffff; }
  constexpr uintptr_t savedAt() const { return Word >> 24 & 0xffff; }
  constexpr uintptr_t returnAt() const {
    return ReturnBelowCfa ? ReturnBelowCfa : Word >> 40 & 0xffff;
  }

  /// A mark for the walk, of the frame and not of the rule: a signal has interrupted it.
  void markInterrupted() { Word |= UINT64_C(1) << InterruptedBit; }
  constexpr bool isInterrupted() const { return has(InterruptedBit); }
};

/// Tells the program or library that holds an address from others, and from one that had its
/// place before. 0: it has no unwind tables.
uint64_t objectAt(uintptr_t Address);

/// In a child that was forked of several threads: only what takes no lock is asked from now on.
void stopAskingLoader();

/// The row of an address.
class FrameRules {
public:
  enum Outcome {
    Stepped,
    NoCaller,   ///< The frame is the outermost.
    Unknown,    ///< The row needs a register that is not known.
    Nonsensical ///< The row leads nowhere.
  };

  /// Finds the row of the instruction that the byte at Address belongs to. False if there is
  /// none; then nothing else may be called.
  bool find(uintptr_t Address);

  PackedRule packed() const;

  /// Where the function begins (a part of it that lies apart is one of its own), and the program
  /// or library that it is in.
  uintptr_t functionBegin() const { return FunctionBegin; }
  /// As objectAt().
  uint64_t object() const { return ObjectKey; }

  /// Is it the frame that the kernel makes to call a signal's handler? Its caller was
  /// interrupted.
  bool isOfSignal() const { return IsOfSignal; }

  /// The registers of the caller, and its return address. Those that cannot be told stay
  /// unknown, but the stack pointer is always known. In a frame that was interrupted a register
  /// may have been saved where the stack has ended since.
  Outcome step(const FrameRegisters &In, bool IsInterrupted, FrameRegisters &Caller,
               uintptr_t &Return) const;

private:
  /// Of a register in a row. Offset: at CFA + value; ValueOffset: it is CFA + value;
  /// Expression: at the result of the expression at Base + value; ValueExpression: it is that.
  enum Kind : int32_t {
    Kept,
    Undefined,
    Offset,
    ValueOffset,
    InRegister,
    Expression,
    ValueExpression
  };
  static constexpr unsigned KindBits = 3;
  static constexpr uint8_t ByExpression = 0xff; // a CfaRegister

  struct Row {
    int32_t Rules[RegisterCount]; // value << KindBits | kind
    int32_t CfaOffset;            // or where the expression lies, from Base on
    uint8_t CfaRegister;

    Kind kind(unsigned Number) const {
      return static_cast<Kind>(Rules[Number] & ((1 << KindBits) - 1));
    }
    int32_t value(unsigned Number) const { return Rules[Number] >> KindBits; }
    bool set(uint64_t Number, Kind Is, int64_t Value);
  };

  using Reader = FrameReader;
  struct Unit;

  bool readEntry(const uint8_t *Entry, const uint8_t *End, const uint8_t *Header,
                 uintptr_t Address);
  bool readUnit(Reader In, Unit &To) const;
  bool run(Reader In, const Unit &Of, uintptr_t Location, uintptr_t Address,
           const Row *Initial);
  Outcome evaluate(int32_t At, const FrameRegisters &In, const uintptr_t *Pushed,
                   uintptr_t &Result) const;
  Outcome restored(unsigned Number, const FrameRegisters &In, uintptr_t Cfa, uintptr_t &To,
                   bool &IsKnown) const;

  Row Its;
  const uint8_t *Base; // expressions count from here: the FDE
  const uint8_t *End;  // of the object
  uintptr_t FunctionBegin, ObjectBegin;
  uint64_t ObjectKey;
  uint8_t ReturnRegister;
  bool IsOfSignal;
};

} // namespace allocsite

#endif
