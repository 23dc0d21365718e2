//===- Relocations.h - A machine's object files, as text ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of a machine's folder for embed/ObjectAsText.cpp. That is a tool of the build,
// so there is no LLVM here.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_ARCH_RELOCATIONS_H
#define ALLOCSITE_PASS_ARCH_RELOCATIONS_H

#include <cstdint>
#include <elf.h>
#include <optional>
#include <vector>

namespace allocsite {

/// The e_machine of objects, and its name for messages.
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
/// The field of a relocation of this type; nothing if assembly cannot express it. `IsLocal`:
/// the symbol is a label of the text.
std::optional<Field> spell(uint32_t Type, bool IsLocal);

/// True for the field of a call.
bool isCall(uint32_t Type);
/// Resolves a PC-relative field to `Target`, an offset in the same section. Returns false if
/// the field is of another kind.
bool fillIn(std::vector<unsigned char> &Section, const Elf64_Rela &Field, uint64_t Target);

/// The code of a jump to an external function: its bytes, and its relocation, with the offset
/// from the first byte and without a symbol.
struct Jump {
  std::vector<unsigned char> Code;
  Elf64_Rela Relocation;
};
const Jump &jump();

} // namespace allocsite

#endif // ALLOCSITE_PASS_ARCH_RELOCATIONS_H
