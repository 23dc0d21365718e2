//===- Owner.h - How code finds the one runtime of a process ----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A runtime exports nothing. It is found through an allocated note of the
// object that it is in, which points at an Owner relative to itself:
//
//   .note.allocsite   4  10   namesz
//                     4  12   descsz
//                     4   1   type
//                    12  "AllocSite\0\0\0"
//                     4  ALLOCSITE_ABI_VERSION
//                     8  Owner - (address of this field)
//
// So -z defs, hidden visibility, version scripts, -s and dlopen do not matter.
// The first object in the order of dl_iterate_phdr wins: the executable, then
// whichever liballocsite.so was loaded first. From a namespace of dlmopen, which
// sees its own objects alone, the executable is reached through the auxiliary
// vector.
//
// Everything here is inline and needs dl_iterate_phdr and getauxval alone, because
// Join.cpp takes it into objects that have no runtime.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_OWNER_H
#define ALLOCSITE_RUNTIME_OWNER_H

#include "allocsite/Abi.h"
#include <link.h>
#include <stddef.h>
#include <sys/auxv.h>

struct AllocSiteOwner {
  uint32_t Version; // ALLOCSITE_ABI_VERSION
  uint32_t Size;    // bytes of this struct: later versions append
  AllocSiteRegisterFn Register;
  AllocSiteDescribeFn Describe; // there where Size says so
  AllocSiteControlFn Control;   // the same

  bool canDescribe() const {
    return Size >= offsetof(AllocSiteOwner, Describe) + sizeof(Describe);
  }
  bool canControl() const {
    return Size >= offsetof(AllocSiteOwner, Control) + sizeof(Control);
  }
};

namespace allocsite {

/// The Owner that one note describes, or null if it is not ours.
inline const AllocSiteOwner *readNote(const char *Name, uint32_t NameSize, uint32_t Type,
                                      const char *Descriptor, uint32_t DescriptorSize) {
  const char Ours[10] = {'A', 'l', 'l', 'o', 'c', 'S', 'i', 't', 'e', 0};
  if (Type != 1 || NameSize != sizeof(Ours) || DescriptorSize < 12)
    return nullptr;
  for (unsigned I = 0; I < sizeof(Ours); ++I)
    if (static_cast<const volatile char *>(Name)[I] != Ours[I])
      return nullptr;
  uint32_t Version;
  int64_t Offset;
  __builtin_memcpy(&Version, Descriptor, 4);
  __builtin_memcpy(&Offset, Descriptor + 4, 8);
  if (Version != ALLOCSITE_ABI_VERSION)
    return nullptr;
  return reinterpret_cast<const AllocSiteOwner *>(Descriptor + 4 + Offset);
}

/// The first owner among notes that are padded to Align bytes, or null.
inline const AllocSiteOwner *readNotes(const char *At, size_t Left, size_t Align) {
  while (Left >= sizeof(ElfW(Nhdr))) {
    const ElfW(Nhdr) *Note = reinterpret_cast<const ElfW(Nhdr) *>(At);
    size_t NameBytes = (Note->n_namesz + Align - 1) & ~(Align - 1);
    size_t Body = sizeof(*Note) + NameBytes;
    size_t Whole = (Body + Note->n_descsz + Align - 1) & ~(Align - 1);
    if (Body + Note->n_descsz > Left)
      break;
    if (const AllocSiteOwner *Owner = readNote(At + sizeof(*Note), Note->n_namesz,
                                               Note->n_type, At + Body, Note->n_descsz))
      return Owner;
    if (Whole > Left)
      break;
    At += Whole;
    Left -= Whole;
  }
  return nullptr;
}

/// dl_iterate_phdr callback: looks at the notes of one object. Those of a segment that
/// is aligned to 8 bytes may be padded to 4: mold has all notes in one.
inline int visitObject(struct dl_phdr_info *Object, size_t, void *Found) {
  for (unsigned I = 0; I < Object->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Segment = Object->dlpi_phdr[I];
    if (Segment.p_type != PT_NOTE)
      continue;
    const char *Notes = reinterpret_cast<const char *>(Object->dlpi_addr + Segment.p_vaddr);
    for (size_t Align = Segment.p_align == 8 ? 8 : 4; Align >= 4; Align /= 2)
      if (const AllocSiteOwner *Owner = readNotes(Notes, Segment.p_memsz, Align)) {
        *static_cast<const AllocSiteOwner **>(Found) = Owner;
        return 1;
      }
  }
  return 0;
}

/// The owner in the executable, whatever namespace this code is in. Null where the
/// program headers are not in the first 4096 bytes of the file, the least that a page has.
inline const AllocSiteOwner *findOwnerInExecutable() {
  const AllocSiteOwner *Owner = nullptr;
  ElfW(Addr) Headers = getauxval(AT_PHDR);
  ElfW(Addr) Page = Headers & ~ElfW(Addr)(4095);
  if (!Page)
    return nullptr;
  const ElfW(Ehdr) *File = reinterpret_cast<const ElfW(Ehdr) *>(Page);
  if (File->e_ident[EI_MAG0] != ELFMAG0 || File->e_ident[EI_MAG1] != ELFMAG1 ||
      File->e_ident[EI_MAG2] != ELFMAG2 || File->e_ident[EI_MAG3] != ELFMAG3 ||
      Page + File->e_phoff != Headers)
    return nullptr;
  struct dl_phdr_info Executable = {};
  Executable.dlpi_phdr = reinterpret_cast<const ElfW(Phdr) *>(Headers);
  Executable.dlpi_phnum = File->e_phnum;
  for (unsigned I = 0; I < Executable.dlpi_phnum; ++I) {
    const ElfW(Phdr) &Segment = Executable.dlpi_phdr[I];
    if (Segment.p_type != PT_LOAD || Segment.p_offset != 0)
      continue;
    Executable.dlpi_addr = Page - Segment.p_vaddr;
    visitObject(&Executable, sizeof(Executable), &Owner);
    break;
  }
  return Owner;
}

/// The owner of this process, or null. Any thread; takes the loader's lock.
inline const AllocSiteOwner *findOwner() {
  if (const AllocSiteOwner *Owner = findOwnerInExecutable())
    return Owner;
  const AllocSiteOwner *Owner = nullptr;
  dl_iterate_phdr(visitObject, &Owner);
  return Owner;
}

} // namespace allocsite

#endif
