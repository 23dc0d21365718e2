//===- FrameRules.cpp - What unwind tables say of an address --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format is that of DWARF 3 to 5, with the pointers of the Linux Standard Base.
//
//===----------------------------------------------------------------------===//
#include "FrameRules.h"

#include <dlfcn.h>
#include <link.h>

extern "C" {
#ifdef DLFO_STRUCT_HAS_EH_DBASE
// glibc 2.35 and later.
__attribute__((weak)) int _dl_find_object(void *Address, dl_find_object *To) noexcept;
#endif
// In no static program that does not call it.
__attribute__((weak)) int dl_iterate_phdr(int (*Visit)(dl_phdr_info *, size_t, void *),
                                          void *Closure);
}

namespace allocsite {

//===----------------------------------------------------------------------===//
// The loader
//===----------------------------------------------------------------------===//

namespace {

struct Object {
  uintptr_t Address; // that was asked for
  uintptr_t Begin = 0;
  const uint8_t *Header = nullptr, *End = nullptr;
};

} // namespace

static int visitForRules(dl_phdr_info *Info, size_t, void *Closure) {
  Object &To = *static_cast<Object *>(Closure);
  uintptr_t First = ~uintptr_t(0), End = 0, Header = 0;
  bool IsIn = false;
  for (unsigned I = 0; I < Info->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Segment = Info->dlpi_phdr[I];
    const uintptr_t Begin = Info->dlpi_addr + Segment.p_vaddr;
    if (Segment.p_type == PT_GNU_EH_FRAME)
      Header = Begin;
    if (Segment.p_type != PT_LOAD)
      continue;
    IsIn |= To.Address - Begin < Segment.p_memsz;
    if (Begin < First)
      First = Begin;
    if (Begin + Segment.p_memsz > End)
      End = Begin + Segment.p_memsz;
  }
  if (!IsIn)
    return 0;
  To.Begin = First;
  To.Header = reinterpret_cast<const uint8_t *>(Header);
  To.End = reinterpret_cast<const uint8_t *>(End);
  return 1;
}

/// Finds the object that holds Of.Address. False if there is none with unwind tables.
static bool findObject(Object &Of) {
#ifdef DLFO_STRUCT_HAS_EH_DBASE
  if (_dl_find_object) {
    dl_find_object Found;
    if (_dl_find_object(reinterpret_cast<void *>(Of.Address), &Found))
      return false;
    Of.Begin = reinterpret_cast<uintptr_t>(Found.dlfo_map_start);
    Of.Header = static_cast<const uint8_t *>(Found.dlfo_eh_frame);
    Of.End = static_cast<const uint8_t *>(Found.dlfo_map_end);
    // Of a static program it knows the code alone, and so of one whose segments leave gaps. Who
    // asked the loader for the rest would wait for its lock, which nobody may hold in a forked
    // child.
    if (reinterpret_cast<uintptr_t>(Of.Header) < Of.Begin || Of.Header >= Of.End) {
      Of.Begin = 0;
      Of.End = reinterpret_cast<const uint8_t *>(~uintptr_t(0));
    }
    return Of.Header != nullptr;
  }
#endif
  if (dl_iterate_phdr)
    dl_iterate_phdr(visitForRules, &Of);
  return Of.Header && Of.Header < Of.End;
}

/// The header has the distance to all tables and how many there are.
static uint64_t keyOf(const Object &Of) {
  if (!Of.Header)
    return 0;
  uint64_t First;
  __builtin_memcpy(&First, Of.Header + 4, sizeof(First));
  return (reinterpret_cast<uintptr_t>(Of.Header) ^ First * UINT64_C(0x9e3779b97f4a7c15)) | 1;
}

uint64_t objectAt(uintptr_t Address) {
  Object Its;
  Its.Address = Address;
  return findObject(Its) ? keyOf(Its) : 0;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// Reads values one after another. Behind the end it reads zeros, and is bad from then on.
class FrameRules::Reader {
  const uint8_t *At, *End;
  bool Good = true;

public:
  Reader(const uint8_t *At, const uint8_t *End) : At(At), End(End) {}

  const uint8_t *at() const { return At; }
  const uint8_t *end() const { return End; }
  bool isGood() const { return Good; }
  bool isAtEnd() const { return At >= End; }
  size_t left() const { return static_cast<size_t>(End - At); }

  template <typename T> T read() {
    T Value = 0;
    if (left() < sizeof(T)) {
      fail();
      return Value;
    }
    __builtin_memcpy(&Value, At, sizeof(T));
    At += sizeof(T);
    return Value;
  }
  void fail() {
    Good = false;
    At = End;
  }
  void skip(uint64_t Bytes) {
    if (Bytes > left())
      fail();
    else
      At += Bytes;
  }
  /// Goes to another place, forward or backward, but not in front of First.
  void move(int64_t Bytes, const uint8_t *First) {
    if (Bytes > static_cast<int64_t>(left()) || Bytes < First - At)
      fail();
    else
      At += Bytes;
  }
  /// What comes next, as a reader of its own.
  Reader part(uint64_t Bytes) {
    const uint8_t *Begin = At;
    skip(Bytes);
    return Reader(Begin, At);
  }

  __attribute__((noinline)) uint64_t unsignedLeb() {
    uint64_t Value = 0;
    for (unsigned Shift = 0;; Shift += 7) {
      const uint8_t Byte = read<uint8_t>();
      if (Shift < 64)
        Value |= static_cast<uint64_t>(Byte & 0x7f) << Shift;
      if (!(Byte & 0x80))
        return Value;
    }
  }
  __attribute__((noinline)) int64_t signedLeb() {
    uint64_t Value = 0;
    for (unsigned Shift = 0;;) {
      const uint8_t Byte = read<uint8_t>();
      if (Shift < 64)
        Value |= static_cast<uint64_t>(Byte & 0x7f) << Shift;
      Shift += 7;
      if (Byte & 0x80)
        continue;
      if (Shift < 64 && (Byte & 0x40))
        Value |= ~UINT64_C(0) << Shift;
      return static_cast<int64_t>(Value);
    }
  }

  /// A pointer. The low half of its encoding is a format, the high half says what it counts
  /// from. What the loader would have to be asked for, or memory, is none.
  __attribute__((noinline)) uintptr_t pointer(uint8_t Encoding, const uint8_t *Header) {
    const uintptr_t Here = reinterpret_cast<uintptr_t>(At);
    uintptr_t Value = 0;
    switch (Encoding & 0x0f) {
    case 0x00: // absptr
      Value = read<uintptr_t>();
      break;
    case 0x01:
      Value = static_cast<uintptr_t>(unsignedLeb());
      break;
    case 0x02:
      Value = read<uint16_t>();
      break;
    case 0x03:
      Value = read<uint32_t>();
      break;
    case 0x09:
      Value = static_cast<uintptr_t>(signedLeb());
      break;
    case 0x0a:
      Value = static_cast<uintptr_t>(static_cast<intptr_t>(read<int16_t>()));
      break;
    case 0x0b:
      Value = static_cast<uintptr_t>(static_cast<intptr_t>(read<int32_t>()));
      break;
    case 0x04:
    case 0x0c:
      Value = static_cast<uintptr_t>(read<uint64_t>());
      break;
    default:
      fail();
      return 0;
    }
    switch (Encoding & 0xf0) {
    case 0x00:
      return Value;
    case 0x10: // pcrel
      return Value + Here;
    case 0x30: // datarel
      return Value + reinterpret_cast<uintptr_t>(Header);
    default:
      fail();
      return 0;
    }
  }
};

//===----------------------------------------------------------------------===//
// .eh_frame
//===----------------------------------------------------------------------===//

/// A CIE, what many FDEs have in common.
struct FrameRules::Unit {
  Reader Instructions{nullptr, nullptr};
  const uint8_t *Header;
  uint64_t CodeFactor = 0;
  int64_t DataFactor = 0;
  uint8_t Encoding = 0; // of the addresses in its FDEs
  uint8_t ReturnRegister = 0;
  bool HasData = false; // FDEs have a length of what they augment
  bool IsOfSignal = false;
};

/// The bytes of the entry that In is at, without its length; In goes on behind it. Empty at
/// the end of the section.
template <typename ReaderT> static ReaderT entry(ReaderT &In) {
  uint64_t Length = In.template read<uint32_t>();
  if (Length == 0xffffffff)
    Length = In.template read<uint64_t>();
  return In.part(Length);
}

bool FrameRules::readUnit(Reader In, Unit &To) const {
  Reader Its = entry(In);
  if (Its.template read<uint32_t>() != 0 || !In.isGood())
    return false;
  const uint8_t Version = Its.template read<uint8_t>();
  if (Version != 1 && Version != 3 && Version != 4)
    return false;
  const uint8_t *Augmentation = Its.at();
  while (Its.template read<uint8_t>())
    ;
  if (Version == 4) // sizes of addresses and segments
    Its.skip(2);
  To.CodeFactor = Its.unsignedLeb();
  To.DataFactor = Its.signedLeb();
  const uint64_t Return = Version == 1 ? Its.template read<uint8_t>() : Its.unsignedLeb();
  if (!Its.isGood() || Return >= RegisterCount)
    return false;
  To.ReturnRegister = static_cast<uint8_t>(Return);

  if (*Augmentation == 'z') {
    To.HasData = true;
    Reader Data = Its.part(Its.unsignedLeb());
    while (*++Augmentation)
      switch (*Augmentation) {
      case 'R':
        To.Encoding = Data.template read<uint8_t>();
        break;
      case 'P': { // without what it counts from: nobody wants to know
        const uint8_t Encoding = Data.template read<uint8_t>();
        Data.pointer(Encoding & 0x0f, To.Header);
        break;
      }
      case 'L':
        Data.skip(1);
        break;
      case 'S':
        To.IsOfSignal = true;
        break;
      case 'B': // which key signs return addresses
      case 'G': // memory that has tags
        break;
      default:
        return false;
      }
    if (!Data.isGood())
      return false;
  } else if (*Augmentation)
    return false;
  To.Instructions = Its;
  return Its.isGood();
}

/// Reads an FDE. False if it is none, or not of that address, or makes no sense.
bool FrameRules::readEntry(const uint8_t *Entry, const uint8_t *End, const uint8_t *Header,
                           uintptr_t Address) {
  Reader In(Entry, End);
  Reader Its = entry(In);
  const uint8_t *Here = Its.at();
  const uint32_t Distance = Its.read<uint32_t>();
  if (!In.isGood() || !Its.isGood() || !Distance)
    return false;
  Unit Of;
  Of.Header = Header;
  if (Distance > reinterpret_cast<uintptr_t>(Here) - ObjectBegin ||
      !readUnit(Reader(Here - Distance, End), Of))
    return false;
  const uintptr_t Begin = Its.pointer(Of.Encoding, Header);
  const uintptr_t Size = Its.pointer(Of.Encoding & 0x0f, Header);
  if (!Its.isGood() || Address - Begin >= Size)
    return false;
  if (Of.HasData)
    Its.skip(Its.unsignedLeb());

  Base = Entry;
  FunctionBegin = Begin;
  this->End = End;
  ReturnRegister = Of.ReturnRegister;
  IsOfSignal = Of.IsOfSignal;
  __builtin_memset(&this->Its, 0, sizeof(this->Its));
  if (!Its.isGood() || !run(Of.Instructions, Of, Begin, ~uintptr_t(0), nullptr))
    return false;
  const Row Initial = this->Its;
  return run(Its, Of, Begin, Address, &Initial);
}

namespace {

/// In the sorted table, from the header on.
struct Sorted {
  int32_t Begin, Entry;
};

} // namespace

bool FrameRules::find(uintptr_t Address) {
  Object Its;
  Its.Address = Address;
  if (!findObject(Its))
    return false;
  ObjectBegin = Its.Begin;
  ObjectKey = keyOf(Its);
  Reader In(Its.Header, Its.End);
  const uint8_t Version = In.read<uint8_t>();
  const uint8_t FrameEncoding = In.read<uint8_t>(), CountEncoding = In.read<uint8_t>();
  const uint8_t TableEncoding = In.read<uint8_t>();
  const uintptr_t Frames = In.pointer(FrameEncoding, Its.Header);
  if (Version != 1 || !In.isGood())
    return false;

  if (TableEncoding == 0x3b && CountEncoding != 0xff) { // from the header on, 32 bits
    const uintptr_t Count = In.pointer(CountEncoding, Its.Header);
    if (!In.isGood() || Count > In.left() / sizeof(Sorted))
      return false;
    const uint8_t *Table = In.at();
    const int64_t Wanted =
        static_cast<int64_t>(Address - reinterpret_cast<uintptr_t>(Its.Header));
    uintptr_t First = 0, Behind = Count; // the first that begins behind Wanted
    while (First < Behind) {
      const uintptr_t Middle = First + (Behind - First) / 2;
      int32_t Begin;
      __builtin_memcpy(&Begin, Table + Middle * sizeof(Sorted), sizeof(Begin));
      if (Begin <= Wanted)
        First = Middle + 1;
      else
        Behind = Middle;
    }
    if (!First)
      return false;
    Sorted Found;
    __builtin_memcpy(&Found, Table + (First - 1) * sizeof(Sorted), sizeof(Found));
    const uint8_t *Entry = Its.Header + Found.Entry;
    return reinterpret_cast<uintptr_t>(Entry) >= ObjectBegin && Entry < Its.End &&
           readEntry(Entry, Its.End, Its.Header, Address);
  }

  Reader Entries(reinterpret_cast<const uint8_t *>(Frames), Its.End);
  if (Frames < ObjectBegin || Entries.at() > Its.End)
    return false;
  while (!Entries.isAtEnd()) {
    const uint8_t *Entry = Entries.at();
    if (entry(Entries).isAtEnd())
      return false;
    if (readEntry(Entry, Its.End, Its.Header, Address))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// A register that is not followed needs no rule. False if the value does not fit.
inline bool FrameRules::Row::set(uint64_t Number, Kind Is, int64_t Value) {
  constexpr int64_t Most = INT32_MAX >> KindBits;
  if (Value > Most || Value < -Most)
    return false;
  if (Number < RegisterCount)
    Rules[Number] = static_cast<int32_t>(Value * (1 << KindBits)) | Is;
  return true;
}

/// Runs instructions up to the row of Address. Initial: what `restore` leads back to.
bool FrameRules::run(Reader In, const Unit &Of, uintptr_t Location, uintptr_t Address,
                     const Row *Initial) {
  constexpr unsigned MostRemembered = 8;
  Row Remembered[MostRemembered];
  unsigned RememberedCount = 0;
  bool Fits = true;

  const auto SetCfa = [&](uint64_t Register, int64_t Offset) {
    Fits &= Register < RegisterCount && Offset == static_cast<int32_t>(Offset);
    Its.CfaRegister = static_cast<uint8_t>(Register);
    Its.CfaOffset = static_cast<int32_t>(Offset);
  };
  // The block that comes next, from Base on.
  const auto Block = [&] {
    const int64_t At = In.at() - Base;
    In.skip(In.unsignedLeb());
    return At;
  };
  const auto Factored = [&](uint64_t Value) {
    return static_cast<int64_t>(Value * static_cast<uint64_t>(Of.DataFactor));
  };
  const auto Restore = [&](uint64_t Number) {
    if (Number < RegisterCount)
      Its.Rules[Number] = Initial ? Initial->Rules[Number] : 0;
  };

  while (!In.isAtEnd() && Fits) {
    uint8_t Operation = In.read<uint8_t>();
    const uint8_t Low = Operation & 0x3f;
    if (Operation & 0xc0)
      Operation &= 0xc0;
    uint64_t Register;
    uintptr_t Advance = 0;
    switch (Operation) {
    case 0x40: // advance_loc
      Advance = Low;
      break;
    case 0x80: // offset
      Fits &= Its.set(Low, Offset, Factored(In.unsignedLeb()));
      break;
    case 0xc0: // restore
      Restore(Low);
      break;
    case 0x00: // nop
      break;
    case 0x01: // set_loc
      Location = In.pointer(Of.Encoding, Of.Header);
      if (Location > Address)
        return In.isGood();
      break;
    case 0x02: // advance_loc1, 2, 4
      Advance = In.read<uint8_t>();
      break;
    case 0x03:
      Advance = In.read<uint16_t>();
      break;
    case 0x04:
      Advance = In.read<uint32_t>();
      break;
    case 0x05: // offset_extended
      Register = In.unsignedLeb();
      Fits &= Its.set(Register, Offset, Factored(In.unsignedLeb()));
      break;
    case 0x06: // restore_extended
      Restore(In.unsignedLeb());
      break;
    case 0x07: // undefined
      Fits &= Its.set(In.unsignedLeb(), Undefined, 0);
      break;
    case 0x08: // same_value
      Fits &= Its.set(In.unsignedLeb(), Kept, 0);
      break;
    case 0x09: // register
      Register = In.unsignedLeb();
      Fits &= Its.set(Register, InRegister, static_cast<int64_t>(In.unsignedLeb()));
      break;
    case 0x0a: // remember_state
      if (RememberedCount == MostRemembered)
        return false;
      Remembered[RememberedCount++] = Its;
      break;
    case 0x0b: // restore_state
      if (!RememberedCount)
        return false;
      Its = Remembered[--RememberedCount];
      break;
    case 0x0c: // def_cfa
      Register = In.unsignedLeb();
      SetCfa(Register, static_cast<int64_t>(In.unsignedLeb()));
      break;
    case 0x0d: // def_cfa_register
      SetCfa(In.unsignedLeb(), Its.CfaOffset);
      break;
    case 0x0e: // def_cfa_offset
      SetCfa(Its.CfaRegister, static_cast<int64_t>(In.unsignedLeb()));
      break;
    case 0x0f: // def_cfa_expression
      SetCfa(0, Block());
      Its.CfaRegister = ByExpression;
      break;
    case 0x10: // expression
      Register = In.unsignedLeb();
      Fits &= Its.set(Register, Expression, Block());
      break;
    case 0x11: // offset_extended_sf
      Register = In.unsignedLeb();
      Fits &= Its.set(Register, Offset, Factored(static_cast<uint64_t>(In.signedLeb())));
      break;
    case 0x12: // def_cfa_sf
      Register = In.unsignedLeb();
      SetCfa(Register, Factored(static_cast<uint64_t>(In.signedLeb())));
      break;
    case 0x13: // def_cfa_offset_sf
      SetCfa(Its.CfaRegister, Factored(static_cast<uint64_t>(In.signedLeb())));
      break;
    case 0x14: // val_offset
      Register = In.unsignedLeb();
      Fits &= Its.set(Register, ValueOffset, Factored(In.unsignedLeb()));
      break;
    case 0x15: // val_offset_sf
      Register = In.unsignedLeb();
      Fits &= Its.set(Register, ValueOffset, Factored(static_cast<uint64_t>(In.signedLeb())));
      break;
    case 0x16: // val_expression
      Register = In.unsignedLeb();
      Fits &= Its.set(Register, ValueExpression, Block());
      break;
    case 0x2c: // the return address is signed from here on, or not: codeAddress() needs not
    case 0x2d: // to know
      break;
    case 0x2e: // GNU_args_size
      In.unsignedLeb();
      break;
    case 0x2f: // GNU_negative_offset_extended
      Register = In.unsignedLeb();
      Fits &= Its.set(Register, Offset, -Factored(In.unsignedLeb()));
      break;
    default:
      return false;
    }
    if (Advance) {
      Location += Advance * static_cast<uintptr_t>(Of.CodeFactor);
      if (Location > Address)
        break;
    }
  }
  return In.isGood() && Fits;
}

//===----------------------------------------------------------------------===//
// From a frame to its caller
//===----------------------------------------------------------------------===//

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
