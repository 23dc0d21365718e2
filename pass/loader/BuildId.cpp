//===- BuildId.cpp - Whether two libraries are of one build ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildId.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace allocsite {

namespace {

struct Listed {
  const char *Name, *Id; ///< In hexadecimal.
};

constexpr Listed Plugins[] = {
#define PLUGIN(NAME, ID) {NAME, ID},
#include "PluginIds.inc"
#undef PLUGIN
};

/// Names and ids are padded to 4 bytes, in segments that are aligned so to 8.
constexpr size_t pad(size_t Size, size_t To) { return (Size + To - 1) & ~(To - 1); }

bool isHexOf(const char *Hex, const uint8_t *Bytes, size_t Count) {
  static const char Digits[] = "0123456789abcdef";
  if (strlen(Hex) != 2 * Count)
    return false;
  for (size_t I = 0; I != Count; ++I)
    if (Hex[2 * I] != Digits[Bytes[I] >> 4] || Hex[2 * I + 1] != Digits[Bytes[I] & 15])
      return false;
  return true;
}

/// Of the notes in Size bytes at At, of which the dynamic linker has mapped all.
bool holdId(const uint8_t *At, size_t Size, size_t Align, const char *Id) {
  for (const uint8_t *End = At + Size; size_t(End - At) >= sizeof(ElfW(Nhdr));) {
    auto *Note = reinterpret_cast<const ElfW(Nhdr) *>(At);
    const uint8_t *Name = At + sizeof *Note;
    size_t ToId = pad(sizeof *Note + Note->n_namesz, Align);
    size_t ToNext = ToId + pad(Note->n_descsz, Align);
    if (size_t(End - At) < ToNext)
      return false;
    const uint8_t *Bytes = At + ToId;
    if (Note->n_type == NT_GNU_BUILD_ID && Note->n_namesz == sizeof "GNU" &&
        memcmp(Name, "GNU", sizeof "GNU") == 0)
      return isHexOf(Id, Bytes, Note->n_descsz);
    At += ToNext;
  }
  return false;
}

} // namespace

bool isOfThisBuild(const void *Symbol, const char *Name) {
  const char *Id = nullptr;
  for (const Listed &Plugin : Plugins)
    if (strcmp(Plugin.Name, Name) == 0)
      Id = Plugin.Id;
  Dl_info Library;
  if (!Id || !dladdr(Symbol, &Library))
    return false;
  auto *Base = static_cast<const uint8_t *>(Library.dli_fbase);
  auto *File = reinterpret_cast<const ElfW(Ehdr) *>(Base);
  auto *Segments = reinterpret_cast<const ElfW(Phdr) *>(Base + File->e_phoff);
  for (unsigned I = 0; I != File->e_phnum; ++I)
    if (Segments[I].p_type == PT_NOTE &&
        holdId(Base + Segments[I].p_vaddr, Segments[I].p_memsz,
               Segments[I].p_align == 8 ? 8 : 4, Id))
      return true;
  return false;
}

} // namespace allocsite
