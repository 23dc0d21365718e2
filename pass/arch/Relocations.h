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

/// A field that the linker fills in, as assemblers write it:
/// `Directive` symbol `Modifier` ± addend `From`.
struct Field {
  const char *Directive, *Modifier, *From;
  unsigned Bytes; ///< That the directive writes. 0: those of the instruction follow.
};

/// The code of a jump to an external function: its bytes, and its relocation, with the offset
/// from the first byte and without a symbol.
struct Jump {
  std::vector<unsigned char> Code;
  Elf64_Rela Relocation;
};

class ObjectFormat {
public:
  uint16_t Machine;          ///< The e_machine of objects.
  const char *UnwindSection; ///< The type of .eh_frame, as assemblers write it.
  uint64_t CodeAlign;        ///< Of the section with the code, in bytes.
  bool DeclaresOthers;       ///< Symbols of other objects need a directive of their own.

  /// Nothing if assembly cannot express a relocation of this type. `IsLocal`: the symbol is a
  /// label of the text.
  virtual std::optional<Field> spell(uint32_t Type, bool IsLocal) const = 0;
  /// True for the field of a call.
  virtual bool isCall(uint32_t Type) const = 0;
  /// Resolves a PC-relative field to `Target`, an offset in the same section, which is that of
  /// the code or has no such fields in instructions. Returns false if the field is of another
  /// kind.
  virtual bool fillIn(std::vector<unsigned char> &Section, const Elf64_Rela &Field,
                      uint64_t Target) const = 0;
  virtual const Jump &jump() const = 0;

protected:
  ObjectFormat(uint16_t Machine, const char *UnwindSection, uint64_t CodeAlign,
               bool DeclaresOthers)
      : Machine(Machine), UnwindSection(UnwindSection), CodeAlign(CodeAlign),
        DeclaresOthers(DeclaresOthers) {}
  ~ObjectFormat() = default;
};

/// The machines.
const ObjectFormat &x86_64Objects();
const ObjectFormat &aarch64Objects();

/// The one with that e_machine, or null.
const ObjectFormat *findObjectFormat(uint16_t Machine);

} // namespace allocsite

#endif // ALLOCSITE_PASS_ARCH_RELOCATIONS_H
