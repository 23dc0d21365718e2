//===- FrameRules.cpp - What unwind tables say of an address --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the entry of an address in .eh_frame, and runs its instructions up to the row of the
// address.
//
//===----------------------------------------------------------------------===//
#include "FrameRules.h"
#include "FrameReader.h"

#include <dlfcn.h>
#include <link.h>

extern "C" {
#ifdef DLFO_STRUCT_HAS_EH_DBASE
// glibc 2.35 and later.
__attribute__((weak)) int _dl_find_object(void *Address, dl_find_object *To) noexcept;
#endif
}

namespace allocsite {

static bool LoaderMayBeLocked;
void stopAskingLoader() { __atomic_store_n(&LoaderMayBeLocked, true, __ATOMIC_RELAXED); }

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
  // Its lock may be held by a thread that a forked child does not have.
  if (!__atomic_load_n(&LoaderMayBeLocked, __ATOMIC_RELAXED))
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

} // namespace allocsite
