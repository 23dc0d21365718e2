//===- Relocations.cpp - Object files of x86-64, as text --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Relocations.h"

#include <cstring>

namespace allocsite {

namespace {

class X86_64Objects final : public ObjectFormat {
public:
  X86_64Objects() : ObjectFormat(EM_X86_64, "unwind", /*CodeAlign=*/64, false) {}

  // No GOTPCRELX: no directive makes one.
  std::optional<Field> spell(uint32_t Type, bool IsLocal) const override {
    switch (Type) {
    case R_X86_64_64:
      return Field{".quad", "", "", 8};
    case R_X86_64_PC64:
      return Field{".quad", "", "-.", 8};
    case R_X86_64_PC32:
      return Field{".long", "", "-.", 4};
    case R_X86_64_PLT32:
      // GNU as makes an absolute address of the former where the name is local.
      return IsLocal ? Field{".long", "", "-.", 4} : Field{".long", "@PLT", "", 4};
    case R_X86_64_TPOFF32:
      return Field{".long", "@TPOFF", "", 4};
    case R_X86_64_GOTTPOFF:
      return Field{".long", "@GOTTPOFF", "", 4};
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
      return Field{".long", "@GOTPCREL", "", 4};
    default:
      return std::nullopt;
    }
  }

  bool isCall(uint32_t Type) const override { return Type == R_X86_64_PLT32; }

  bool fillIn(std::vector<unsigned char> &Section, const Elf64_Rela &Field,
              uint64_t Target) const override {
    const uint32_t Type = ELF64_R_TYPE(Field.r_info);
    if (Type != R_X86_64_PC32 && Type != R_X86_64_PLT32)
      return false;
    const uint32_t Distance = uint32_t(Target + Field.r_addend - Field.r_offset);
    std::memcpy(&Section[Field.r_offset], &Distance, sizeof(Distance));
    return true;
  }

  const Jump &jump() const override {
    static const Jump Its = {{0xe9, 0, 0, 0, 0}, {1, ELF64_R_INFO(0, R_X86_64_PLT32), -4}};
    return Its;
  }
};

} // namespace

const ObjectFormat &x86_64Objects() {
  static const X86_64Objects Its;
  return Its;
}

} // namespace allocsite
