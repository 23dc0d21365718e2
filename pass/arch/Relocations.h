//===- Relocations.h - A machine's object files, as text ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a machine's folder provides for embed/ObjectAsText.cpp, which runs in the build: so
// without LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_ARCH_RELOCATIONS_H
#define ALLOCSITE_PASS_ARCH_RELOCATIONS_H

#include <cstdint>
#include <elf.h>
#include <optional>
#include <vector>

namespace allocsite {

/// e_machine of the object, and what messages call it.
extern const uint16_t ObjectMachine;
extern const char ObjectMachineName[];
/// sh_type of .eh_frame.
extern const uint32_t UnwindSectionType;

/// A field that the linker fills in, as assemblers write it:
/// `Directive` symbol `Modifier` ± addend `From`.
struct Field {
  const char *Directive, *Modifier, *From;
  unsigned Bytes;
};
/// Empty where there is no spelling. `IsLocal`: the symbol is a label of the text.
std::optional<Field> spell(uint32_t Type, bool IsLocal);

/// True for the field of a call.
bool isCall(uint32_t Type);
/// Writes the distance from a field to `Target`, both in bytes of one section. False where
/// the field is of another kind.
bool fillIn(std::vector<unsigned char> &Section, const Elf64_Rela &Field, uint64_t Target);

/// The code of a jump to a function of others: its bytes, and the relocation in it, with an
/// offset from its first byte, and no symbol.
struct Jump {
  std::vector<unsigned char> Code;
  Elf64_Rela Relocation;
};
const Jump &jump();

} // namespace allocsite

#endif // ALLOCSITE_PASS_ARCH_RELOCATIONS_H
