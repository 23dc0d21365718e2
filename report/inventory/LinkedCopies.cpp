//===- LinkedCopies.cpp - Whose copy of a function the linker took --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkedCopies.h"

#include "allocsite/CsvText.h"
#include "support/DisplayText.h"
#include "support/FileParts.h"

#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fmt/format.h>
#include <vector>

using namespace allocsite;

namespace {

/// Section and address of a symbol: in an object file, every section begins at 0.
using Place = std::pair<uint16_t, uint64_t>;

struct SymbolTable {
  std::vector<Elf64_Sym> Symbols;
  std::vector<char> Names; ///< Ends in a 0.

  const char *nameOf(const Elf64_Sym &Symbol) const {
    return Symbol.st_name < Names.size() ? &Names[Symbol.st_name] : "";
  }
};

/// Reads the symbol table; returns what is wrong, or "".
const char *readTable(const FileParts &File, SymbolTable &To) {
  Elf64_Ehdr Header;
  if (!File.read(&Header, 0, sizeof(Header)) ||
      std::memcmp(Header.e_ident, ELFMAG, SELFMAG) != 0 ||
      Header.e_ident[EI_CLASS] != ELFCLASS64 || Header.e_ident[EI_DATA] != ELFDATA2LSB)
    return "is no ELF file of 64 bits";
  std::vector<Elf64_Shdr> Sections;
  if (Header.e_shoff && Header.e_shentsize != sizeof(Elf64_Shdr))
    return "is damaged: sections of another size";
  uint64_t Count = Header.e_shnum;
  if (Elf64_Shdr First;
      !Count && Header.e_shoff && File.read(&First, Header.e_shoff, sizeof(First)))
    Count = First.sh_size; // More than the header's field can hold.
  if (Count > UINT32_MAX ||
      (Header.e_shoff && !File.readAll(Sections, Header.e_shoff, Count * sizeof(Elf64_Shdr))))
    return "is damaged: its sections are not in the file";
  for (const Elf64_Shdr &Section : Sections) {
    if (Section.sh_type != SHT_SYMTAB)
      continue;
    if (Section.sh_link >= Sections.size())
      return "is damaged: symbols without names";
    const Elf64_Shdr &Names = Sections[Section.sh_link];
    if (!File.readAll(To.Symbols, Section.sh_offset, Section.sh_size) ||
        !File.readAll(To.Names, Names.sh_offset, Names.sh_size))
      return "is damaged: its symbols are not in the file";
    To.Names.push_back('\0');
    return "";
  }
  return "has no table of symbols to tell whose copy of a function it holds: was it "
         "stripped?";
}

} // namespace

Expected<std::set<std::string>>
allocsite::replacedFunctions(const std::string &Path, const std::set<std::string> &Symbols) {
  FileParts File(Path);
  if (!File.isOpen())
    return Error{fmt::format("{}: {}", displayText(Path), std::strerror(errno))};
  SymbolTable Table;
  if (const char *Problem = readTable(File, Table); *Problem)
    return Error{fmt::format("{}: {}", displayText(Path), Problem)};

  static constexpr std::string_view Ending = ALLOCSITE_COUNTED_COPY;
  std::set<std::pair<std::string, Place>> Counted;
  auto visit = [&](auto Visitor) {
    for (const Elf64_Sym &Symbol : Table.Symbols)
      if (ELF64_ST_TYPE(Symbol.st_info) == STT_FUNC && Symbol.st_shndx != SHN_UNDEF)
        Visitor(std::string_view(Table.nameOf(Symbol)),
                Place(Symbol.st_shndx, Symbol.st_value));
  };
  visit([&](std::string_view Name, const Place &At) {
    if (Name.size() > Ending.size() && Name.substr(Name.size() - Ending.size()) == Ending)
      Counted.emplace(Name.substr(0, Name.size() - Ending.size()), At);
  });
  std::set<std::string> Replaced;
  visit([&](std::string_view Name, const Place &At) {
    auto Known = Symbols.find(std::string(Name));
    if (Known != Symbols.end() && !Counted.count({*Known, At}))
      Replaced.insert(*Known);
  });
  return Replaced;
}
