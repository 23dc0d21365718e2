//===- Relocations.cpp - Object files of AArch64, as text -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most fields are a part of an instruction, which no directive of data fills in: they are
// written as `.reloc`, and the instruction's bytes follow.
//
// clang before 17 forgets a symbol that `.reloc` alone names, so each has a `.globl`.
//
// Pages are of 4096 bytes, whatever the kernel's are: so far reaches an adrp. The code is aligned
// to them, so that all distances within it are known.
//
//===----------------------------------------------------------------------===//

#include "../Relocations.h"

#include <cstring>

namespace allocsite {

namespace {

constexpr uint64_t PageBytes = 4096;

uint32_t wordAt(const std::vector<unsigned char> &Section, uint64_t At) {
  uint32_t Word;
  std::memcpy(&Word, &Section[At], sizeof(Word));
  return Word;
}

void setWord(std::vector<unsigned char> &Section, uint64_t At, uint32_t Word) {
  std::memcpy(&Section[At], &Word, sizeof(Word));
}

/// Of a load or store of 1 << Scale bytes, and of an add (0): bits 10 to 21.
void setLow(std::vector<unsigned char> &Section, uint64_t At, uint64_t Target,
            unsigned Scale) {
  const auto Low = uint32_t(Target % PageBytes) >> Scale;
  setWord(Section, At, (wordAt(Section, At) & ~(0xfffu << 10)) | Low << 10);
}

class AArch64Objects final : public ObjectFormat {
public:
  AArch64Objects()
      : ObjectFormat(EM_AARCH64, "progbits", PageBytes, /*DeclaresOthers=*/true) {}

  std::optional<Field> spell(uint32_t Type, bool) const override {
    switch (Type) {
    case R_AARCH64_ABS64:
      return Field{".quad", "", "", 8};
    case R_AARCH64_PREL64:
      return Field{".quad", "", "-.", 8};
    case R_AARCH64_PREL32:
      return Field{".long", "", "-.", 4};
#define IN_INSTRUCTION(Name)                                                                  \
  case Name:                                                                                  \
    return Field{".reloc .," #Name ",", "", "", 0};
      IN_INSTRUCTION(R_AARCH64_CALL26)
      IN_INSTRUCTION(R_AARCH64_JUMP26)
      IN_INSTRUCTION(R_AARCH64_ADR_PREL_PG_HI21)
      IN_INSTRUCTION(R_AARCH64_ADD_ABS_LO12_NC)
      IN_INSTRUCTION(R_AARCH64_LDST8_ABS_LO12_NC)
      IN_INSTRUCTION(R_AARCH64_LDST16_ABS_LO12_NC)
      IN_INSTRUCTION(R_AARCH64_LDST32_ABS_LO12_NC)
      IN_INSTRUCTION(R_AARCH64_LDST64_ABS_LO12_NC)
      IN_INSTRUCTION(R_AARCH64_LDST128_ABS_LO12_NC)
      IN_INSTRUCTION(R_AARCH64_ADR_GOT_PAGE)
      IN_INSTRUCTION(R_AARCH64_LD64_GOT_LO12_NC)
      IN_INSTRUCTION(R_AARCH64_TLSIE_ADR_GOTTPREL_PAGE21)
      IN_INSTRUCTION(R_AARCH64_TLSIE_LD64_GOTTPREL_LO12_NC)
#undef IN_INSTRUCTION
    default:
      return std::nullopt;
    }
  }

  bool isCall(uint32_t Type) const override {
    return Type == R_AARCH64_CALL26 || Type == R_AARCH64_JUMP26;
  }

  bool fillIn(std::vector<unsigned char> &Section, const Elf64_Rela &Field,
              uint64_t Target) const override {
    const uint64_t At = Field.r_offset, To = Target + Field.r_addend;
    switch (ELF64_R_TYPE(Field.r_info)) {
    case R_AARCH64_PREL32:
      setWord(Section, At, uint32_t(To - At));
      return true;
    case R_AARCH64_CALL26:
    case R_AARCH64_JUMP26:
      setWord(Section, At,
              (wordAt(Section, At) & ~0x3ffffffu) | (uint32_t((To - At) >> 2) & 0x3ffffff));
      return true;
    case R_AARCH64_ADR_PREL_PG_HI21: {
      const auto Pages = uint32_t(To / PageBytes - At / PageBytes);
      setWord(Section, At,
              (wordAt(Section, At) & 0x9f00001fu) | (Pages & 3) << 29 |
                  (Pages >> 2 & 0x7ffff) << 5);
      return true;
    }
    case R_AARCH64_ADD_ABS_LO12_NC:
    case R_AARCH64_LDST8_ABS_LO12_NC:
      setLow(Section, At, To, 0);
      return true;
    case R_AARCH64_LDST16_ABS_LO12_NC:
      setLow(Section, At, To, 1);
      return true;
    case R_AARCH64_LDST32_ABS_LO12_NC:
      setLow(Section, At, To, 2);
      return true;
    case R_AARCH64_LDST64_ABS_LO12_NC:
      setLow(Section, At, To, 3);
      return true;
    case R_AARCH64_LDST128_ABS_LO12_NC:
      setLow(Section, At, To, 4);
      return true;
    default:
      return false;
    }
  }

  const Jump &jump() const override {
    static const Jump Its = {{0, 0, 0, 0x14}, {0, ELF64_R_INFO(0, R_AARCH64_JUMP26), 0}};
    return Its;
  }
};

} // namespace

const ObjectFormat &aarch64Objects() {
  static const AArch64Objects Its;
  return Its;
}

} // namespace allocsite
