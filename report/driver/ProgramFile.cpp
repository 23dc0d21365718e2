//===- ProgramFile.cpp - Whether a program brings the runtime -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramFile.h"

#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
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

/// A file of an ELF program, of which segments are read.
class ElfProgram {
public:
  explicit ElfProgram(const std::string &Path) : File(Path, std::ios::binary) {
    File.read(reinterpret_cast<char *>(&Header), sizeof(Header));
    IsElf = File && std::memcmp(Header.e_ident, ELFMAG, SELFMAG) == 0;
    if (!isOfThisMachine() || Header.e_phentsize != sizeof(Elf64_Phdr))
      return;
    Segments.resize(Header.e_phnum);
    File.seekg(Header.e_phoff);
    File.read(reinterpret_cast<char *>(Segments.data()),
              std::streamsize(Segments.size() * sizeof(Elf64_Phdr)));
    if (!File)
      Segments.clear();
  }

  bool isElf() const { return IsElf; }
  bool isOfThisMachine() const {
    return IsElf && Header.e_ident[EI_CLASS] == ELFCLASS64 &&
           Header.e_ident[EI_DATA] == ELFDATA2LSB && Header.e_machine == ThisMachine;
  }

  /// The bytes of all segments of that type, one after another.
  std::string bytesOf(uint32_t Type) {
    std::string Bytes;
    for (const Elf64_Phdr &Each : Segments)
      if (Each.p_type == Type)
        Bytes += read(Each.p_offset, Each.p_filesz);
    return Bytes;
  }

  /// The names that the dynamic linker knows: of libraries and of symbols.
  std::string dynamicNames() {
    const std::string Dynamic = bytesOf(PT_DYNAMIC);
    uint64_t Address = 0, Bytes = 0;
    Elf64_Dyn Entry;
    for (size_t At = 0; At + sizeof(Entry) <= Dynamic.size(); At += sizeof(Entry)) {
      std::memcpy(&Entry, Dynamic.data() + At, sizeof(Entry));
      if (Entry.d_tag == DT_STRTAB)
        Address = Entry.d_un.d_ptr;
      else if (Entry.d_tag == DT_STRSZ)
        Bytes = Entry.d_un.d_val;
    }
    for (const Elf64_Phdr &Each : Segments)
      if (Each.p_type == PT_LOAD && Address >= Each.p_vaddr &&
          Address - Each.p_vaddr < Each.p_filesz)
        return read(Each.p_offset + (Address - Each.p_vaddr), Bytes);
    return "";
  }

private:
  /// Fewer bytes where the file is shorter.
  std::string read(uint64_t Offset, uint64_t Bytes) {
    File.clear();
    File.seekg(0, std::ios::end);
    const uint64_t Size = File.tellg();
    if (Offset > Size)
      return "";
    std::string Read(std::min(Bytes, Size - Offset), '\0');
    File.seekg(Offset);
    File.read(Read.data(), std::streamsize(Read.size()));
    return Read;
  }

  std::ifstream File;
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
    return std::ifstream(File).good();
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
