//===- FrameSteps.cpp - From a frame to its caller ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies a row of the unwind tables to the registers of a frame, with the stack machine that
// rows may have expressions for; and packs rows that need no tables (FrameRules.h).
//
//===----------------------------------------------------------------------===//
#include "FrameReader.h"
#include "FrameRules.h"

namespace allocsite {

/// The stack pointer, less what a handler of a signal leaves alone below it.
static uintptr_t lowestReadable(const FrameRegisters &In) {
  return In.Values[StackPointer] - RedZoneBytes;
}

FrameRules::Outcome FrameRules::evaluate(int32_t At, const FrameRegisters &In,
                                         const uintptr_t *Pushed, uintptr_t &Result) const {
  constexpr unsigned Most = 16;
  uintptr_t Stack[Most];
  unsigned Depth = 0;
  if (Pushed)
    Stack[Depth++] = *Pushed;
  Reader Whole(Base + At, End);
  const uint64_t Length = Whole.unsignedLeb();
  const uint8_t *First = Whole.at();
  Reader Code = Whole.part(Length);
  if (!Whole.isGood())
    return Nonsensical;

  // A loop ends, too.
  for (unsigned Steps = 0; !Code.isAtEnd(); ++Steps) {
    const uint8_t Operation = Code.read<uint8_t>();
    // What an operation takes from the stack.
    unsigned Takes = 0;
    switch (Operation) {
    case 0x06: // deref
    case 0x94: // deref_size
    case 0x12: // dup
    case 0x13: // drop
    case 0x19: // abs
    case 0x1f: // neg
    case 0x20: // not
    case 0x23: // plus_uconst
    case 0x28: // bra
      Takes = 1;
      break;
    case 0x14: // over
    case 0x16: // swap
    case 0x1a: // and
    case 0x1c: // minus
    case 0x1e: // mul
    case 0x21: // or
    case 0x22: // plus
    case 0x24: // shl
    case 0x25: // shr
    case 0x26: // shra
    case 0x27: // xor
    case 0x29: // eq
    case 0x2a: // ge
    case 0x2b: // gt
    case 0x2c: // le
    case 0x2d: // lt
    case 0x2e: // ne
      Takes = 2;
      break;
    case 0x17: // rot
      Takes = 3;
      break;
    default:
      break;
    }
    if (Depth < Takes || Depth + 1 > Most || Steps == 1000)
      return Nonsensical;
    uintptr_t *Top = Stack + Depth - 1, *Next = Top - 1;
    const auto Push = [&](uint64_t Value) { Stack[Depth++] = static_cast<uintptr_t>(Value); };
    // Of an operation with two operands.
    const auto Yield = [&](uintptr_t Value) {
      *Next = Value;
      --Depth;
    };
    const auto Signed = [](uintptr_t Value) { return static_cast<intptr_t>(Value); };

    if (Operation >= 0x30 && Operation <= 0x4f) { // lit
      Push(Operation - 0x30u);
      continue;
    }
    if ((Operation >= 0x70 && Operation <= 0x8f) || Operation == 0x92) { // breg, bregx
      const uint64_t Number = Operation == 0x92 ? Code.unsignedLeb() : Operation - 0x70u;
      const int64_t Offset = Code.signedLeb();
      if (Number >= RegisterCount || !In.has(static_cast<unsigned>(Number)))
        return Unknown;
      Push(In.Values[Number] + static_cast<uint64_t>(Offset));
      continue;
    }
    switch (Operation) {
    case 0x03: // addr
    case 0x0e: // const8u
    case 0x0f: // const8s
      Push(Code.read<uint64_t>());
      break;
    case 0x06:
    case 0x94: {
      const uint8_t Size = Operation == 0x94 ? Code.read<uint8_t>() : sizeof(uintptr_t);
      const uintptr_t Lowest = lowestReadable(In);
      if (*Top < Lowest || *Top - Lowest > MostFrameBytes || Size > sizeof(uintptr_t))
        return Nonsensical;
      uintptr_t Value = 0;
      if (Size == sizeof(uintptr_t))
        Value = wordAt(*Top);
      else if (Size == 4)
        Value = *reinterpret_cast<const uint32_t *>(*Top);
      else if (Size == 2)
        Value = *reinterpret_cast<const uint16_t *>(*Top);
      else if (Size == 1)
        Value = *reinterpret_cast<const uint8_t *>(*Top);
      else
        return Nonsensical;
      *Top = Value;
      break;
    }
    case 0x08:
      Push(Code.read<uint8_t>());
      break;
    case 0x09:
      Push(static_cast<uint64_t>(static_cast<int64_t>(Code.read<int8_t>())));
      break;
    case 0x0a:
      Push(Code.read<uint16_t>());
      break;
    case 0x0b:
      Push(static_cast<uint64_t>(static_cast<int64_t>(Code.read<int16_t>())));
      break;
    case 0x0c:
      Push(Code.read<uint32_t>());
      break;
    case 0x0d:
      Push(static_cast<uint64_t>(static_cast<int64_t>(Code.read<int32_t>())));
      break;
    case 0x10: // constu, consts
      Push(Code.unsignedLeb());
      break;
    case 0x11:
      Push(static_cast<uint64_t>(Code.signedLeb()));
      break;
    case 0x12:
      Push(*Top);
      break;
    case 0x13:
      --Depth;
      break;
    case 0x14:
      Push(*Next);
      break;
    case 0x15: { // pick
      const uint8_t Index = Code.read<uint8_t>();
      if (Index >= Depth)
        return Nonsensical;
      Push(Stack[Depth - 1 - Index]);
      break;
    }
    case 0x16: {
      const uintptr_t Value = *Top;
      *Top = *Next;
      *Next = Value;
      break;
    }
    case 0x17: {
      const uintptr_t Value = *Top;
      *Top = *Next;
      *Next = Top[-2];
      Top[-2] = Value;
      break;
    }
    case 0x19:
      *Top = Signed(*Top) < 0 ? 0 - *Top : *Top;
      break;
    case 0x1a:
      Yield(*Next & *Top);
      break;
    case 0x1c:
      Yield(*Next - *Top);
      break;
    case 0x1e:
      Yield(*Next * *Top);
      break;
    case 0x1f:
      *Top = 0 - *Top;
      break;
    case 0x20:
      *Top = ~*Top;
      break;
    case 0x21:
      Yield(*Next | *Top);
      break;
    case 0x22:
      Yield(*Next + *Top);
      break;
    case 0x23:
      *Top += static_cast<uintptr_t>(Code.unsignedLeb());
      break;
    case 0x24:
      Yield(*Top < 64 ? *Next << *Top : 0);
      break;
    case 0x25:
      Yield(*Top < 64 ? *Next >> *Top : 0);
      break;
    case 0x26:
      Yield(static_cast<uintptr_t>(Signed(*Next) >> (*Top < 64 ? *Top : 63)));
      break;
    case 0x27:
      Yield(*Next ^ *Top);
      break;
    case 0x29:
      Yield(*Next == *Top);
      break;
    case 0x2a:
      Yield(Signed(*Next) >= Signed(*Top));
      break;
    case 0x2b:
      Yield(Signed(*Next) > Signed(*Top));
      break;
    case 0x2c:
      Yield(Signed(*Next) <= Signed(*Top));
      break;
    case 0x2d:
      Yield(Signed(*Next) < Signed(*Top));
      break;
    case 0x2e:
      Yield(*Next != *Top);
      break;
    case 0x28: { // bra, skip
      const int16_t Distance = Code.read<int16_t>();
      if (*Top)
        Code.move(Distance, First);
      --Depth;
      break;
    }
    case 0x2f: {
      const int16_t Distance = Code.read<int16_t>();
      Code.move(Distance, First);
      break;
    }
    case 0x96: // nop
      break;
    default:
      return Nonsensical;
    }
  }
  if (!Code.isGood() || !Depth)
    return Nonsensical;
  Result = Stack[Depth - 1];
  return Stepped;
}

/// The caller's value of a register.
FrameRules::Outcome FrameRules::restored(unsigned Number, const FrameRegisters &In,
                                         uintptr_t Cfa, uintptr_t &To, bool &IsKnown) const {
  const int32_t Value = Its.value(Number);
  uintptr_t At;
  IsKnown = true;
  switch (Its.kind(Number)) {
  case Kept: // by a call, those that calls keep
    IsKnown = In.has(Number) && (IsOfSignal || CapturedRegisters >> Number & 1);
    To = IsKnown ? In.Values[Number] : 0;
    return Stepped;
  case Undefined:
    IsKnown = false;
    return Stepped;
  case InRegister:
    IsKnown =
        static_cast<uint32_t>(Value) < RegisterCount && In.has(static_cast<unsigned>(Value));
    To = IsKnown ? In.Values[Value] : 0;
    return Stepped;
  case ValueOffset:
    To = Cfa + static_cast<uintptr_t>(static_cast<intptr_t>(Value));
    return Stepped;
  case Offset:
    At = Cfa + static_cast<uintptr_t>(static_cast<intptr_t>(Value));
    break;
  case ValueExpression:
  case Expression:
    if (evaluate(Value, In, &Cfa, At) != Stepped) {
      IsKnown = false;
      return Stepped;
    }
    if (Its.kind(Number) == ValueExpression) {
      To = At;
      return Stepped;
    }
    break;
  default:
    return Nonsensical;
  }
  // An epilogue may have restored the register that an expression counts from.
  const uintptr_t Lowest = lowestReadable(In);
  IsKnown = At >= Lowest && At - Lowest <= MostFrameBytes;
  if (IsKnown)
    To = wordAt(At);
  return Stepped;
}

FrameRules::Outcome FrameRules::step(const FrameRegisters &In, bool IsInterrupted,
                                     FrameRegisters &Caller, uintptr_t &Return) const {
  if (Its.kind(ReturnRegister) == Undefined)
    return NoCaller;
  uintptr_t Cfa;
  if (Its.CfaRegister == ByExpression) {
    if (const Outcome Is = evaluate(Its.CfaOffset, In, nullptr, Cfa); Is != Stepped)
      return Is;
  } else {
    if (!In.has(Its.CfaRegister))
      return Unknown;
    Cfa = In.Values[Its.CfaRegister] +
          static_cast<uintptr_t>(static_cast<intptr_t>(Its.CfaOffset));
  }
  // The handler of a signal may have a stack of its own.
  const uintptr_t Own = In.Values[StackPointer];
  if (!IsOfSignal &&
      (Cfa < Own || Cfa - Own > MostFrameBytes || (Cfa == Own && !IsInterrupted)))
    return Nonsensical;

  Caller.Known = 0;
  for (unsigned I = 0; I < RegisterCount; ++I) {
    bool IsKnown;
    uintptr_t Value;
    if (const Outcome Is = restored(I, In, Cfa, Value, IsKnown); Is != Stepped)
      return Is;
    if (IsKnown)
      Caller.set(I, Value);
  }
  if (!Caller.has(ReturnRegister))
    return Unknown;
  Return = Caller.Values[ReturnRegister];
  if (Its.kind(StackPointer) == Kept)
    Caller.set(StackPointer, Cfa);
  return Caller.has(StackPointer) ? Stepped : Unknown;
}

PackedRule FrameRules::packed() const {
  PackedRule To;
  if (Its.kind(ReturnRegister) == Undefined)
    return PackedRule::outermost();
  const int64_t ReturnAt = -int64_t(Its.value(ReturnRegister));
  const Kind Frame = Its.kind(FramePointer);
  if (IsOfSignal || Its.kind(StackPointer) != Kept || Its.kind(ReturnRegister) != Offset)
    return PackedRule::inTables();

  if (Its.CfaRegister == ByExpression) {
    // `breg n; deref`, and the caller's frame pointer at `breg 0`.
    if (Frame != Expression)
      return PackedRule::inTables();
    Reader Cfa(Base + Its.CfaOffset, End), Saved(Base + Its.value(FramePointer), End);
    const uint64_t CfaBytes = Cfa.unsignedLeb(), SavedBytes = Saved.unsignedLeb();
    Reader CfaCode = Cfa.part(CfaBytes), SavedCode = Saved.part(SavedBytes);
    const uint8_t OfFrame = 0x70 + FramePointer;
    if (CfaCode.read<uint8_t>() != OfFrame || SavedCode.read<uint8_t>() != OfFrame)
      return PackedRule::inTables();
    const int64_t CfaAt = -CfaCode.signedLeb();
    if (CfaCode.read<uint8_t>() != 0x06 || !CfaCode.isAtEnd() || SavedCode.signedLeb() != 0 ||
        !SavedCode.isAtEnd() || !CfaCode.isGood() || !SavedCode.isGood() ||
        !PackedRule::makeThrough(To, CfaAt, ReturnAt))
      return PackedRule::inTables();
    return To;
  }

  if ((Its.CfaRegister != StackPointer && Its.CfaRegister != FramePointer) ||
      (Frame != Kept && (Frame != Offset || !Its.value(FramePointer))) ||
      !PackedRule::make(To, Its.CfaRegister == FramePointer, Its.CfaOffset,
                        Frame == Kept ? 0 : -int64_t(Its.value(FramePointer)), ReturnAt))
    return PackedRule::inTables();
  return To;
}

} // namespace allocsite
