//===- ProgramFile.cpp - Whether a program brings the runtime -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramFile.h"

#include "support/FileParts.h"

#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <unistd.h>
#include <vector>

using namespace allocsite;

namespace {

/// Of this command, which is built for the machine that it runs on.
#if defined(__x86_64__)
constexpr uint16_t ThisMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr uint16_t ThisMachine = EM_AARCH64;
#endif

/// An ELF program, of which segments are read.
class ElfProgram {
public:
  explicit ElfProgram(const std::string &Path) : File(Path) {
    IsElf = File.read(&Header, 0, sizeof(Header)) &&
            std::memcmp(Header.e_ident, ELFMAG, SELFMAG) == 0;
    if (isOfThisMachine() && Header.e_phentsize == sizeof(Elf64_Phdr))
      File.readAll(Segments, Header.e_phoff, Header.e_phnum * sizeof(Elf64_Phdr));
  }

  bool isOpen() const { return File.isOpen(); }
  bool isElf() const { return IsElf; }
  bool isOfThisMachine() const {
    return IsElf && Header.e_ident[EI_CLASS] == ELFCLASS64 &&
           Header.e_ident[EI_DATA] == ELFDATA2LSB && Header.e_machine == ThisMachine;
  }

  /// The bytes of all segments of that type, one after another.
  std::string bytesOf(uint32_t Type) const {
    std::string Bytes;
    for (const Elf64_Phdr &Each : Segments)
      if (Each.p_type == Type)
        Bytes += bytes(Each.p_offset, Each.p_filesz);
    return Bytes;
  }

  /// The names that the dynamic linker knows: of libraries and of symbols.
  std::string dynamicNames() const {
    const std::string Dynamic = bytesOf(PT_DYNAMIC);
    uint64_t Address = 0, Size = 0;
    Elf64_Dyn Entry;
    for (size_t At = 0; At + sizeof(Entry) <= Dynamic.size(); At += sizeof(Entry)) {
      std::memcpy(&Entry, Dynamic.data() + At, sizeof(Entry));
      if (Entry.d_tag == DT_STRTAB)
        Address = Entry.d_un.d_ptr;
      else if (Entry.d_tag == DT_STRSZ)
        Size = Entry.d_un.d_val;
    }
    for (const Elf64_Phdr &Each : Segments)
      if (Each.p_type == PT_LOAD && Address >= Each.p_vaddr &&
          Address - Each.p_vaddr < Each.p_filesz)
        return bytes(Each.p_offset + (Address - Each.p_vaddr), Size);
    return "";
  }

private:
  /// None if the file is shorter.
  std::string bytes(uint64_t Offset, uint64_t Size) const {
    std::vector<char> Read;
    return File.readAll(Read, Offset, Size) ? std::string(Read.begin(), Read.end()) : "";
  }

  FileParts File;
  Elf64_Ehdr Header = {};
  bool IsElf = false;
  std::vector<Elf64_Phdr> Segments;
};

} // namespace

std::string allocsite::programFileOf(const std::string &Name) {
  if (Name.find('/') != Name.npos)
    return Name;
  const char *Variable = std::getenv("PATH");
  std::istringstream Path(Variable ? Variable : "/bin:/usr/bin");
  for (std::string Folder; std::getline(Path, Folder, ':');) {
    const std::string File = (Folder.empty() ? "." : Folder) + '/' + Name;
    std::error_code Ignored;
    if (std::filesystem::is_regular_file(File, Ignored) && ::access(File.c_str(), X_OK) == 0)
      return File;
  }
  return "";
}

bool allocsite::takesPreloadedRuntime(const std::string &File) {
  ElfProgram Program(File);
  if (!Program.isElf())
    return Program.isOpen();
  if (!Program.isOfThisMachine() || Program.bytesOf(PT_INTERP).empty())
    return false;
  // The name of the note of a runtime (runtime/Owner.h).
  if (Program.bytesOf(PT_NOTE).find(std::string_view("AllocSite\0", 10)) != std::string::npos)
    return false;
  const std::string Names = Program.dynamicNames();
  for (const char *Each :
       {"libasan.so", "libtsan.so", "liblsan.so", "libhwasan.so", "libclang_rt.",
        "__asan_init", "__tsan_init", "__msan_init", "__lsan_init", "__hwasan_init"})
    if (Names.find(Each) != Names.npos)
      return false;
  return true;
}
