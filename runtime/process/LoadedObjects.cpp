//===- LoadedObjects.cpp - What the loaded objects import -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Coverage.h"
#include "allocsite/SystemAllocators.h"
#include "store/OutputFile.h"

#include <link.h>

namespace allocsite {

static bool startsWith(const char *Whole, const char *Start) {
  return strncmp(Whole, Start, strlen(Start)) == 0;
}

bool isSystemPath(const char *Path) {
  const char *const Places[] = {"/lib",   "/usr/lib",   "/bin/",       "/usr/bin/",
                                "/sbin/", "/usr/sbin/", "/nix/store/", "/snap/",
                                "[vdso]", "linux-vdso"};
  for (const char *Place : Places)
    if (startsWith(Path, Place))
      return true;
  return false;
}

bool isLanguageRuntime(const char *Path) {
  const char *Name = lastPart(Path).Bytes;
  const char *const Runtimes[] = {
      "libc.so",      "libc-",        "ld-linux",    "ld-2",         "libm.so",
      "libm-",        "libdl",        "libpthread",  "librt",        "libc++.so",
      "libc++abi.so", "libunwind.so", "libgomp.so",  "libstdc++.so", "libgcc_s.so",
      "libasan.so",   "libtsan.so",   "libubsan.so", "libclang_rt.", "libomp.so",
      "liballocsite"};
  for (const char *Known : Runtimes)
    if (startsWith(Name, Known))
      return true;
  return false;
}

namespace {

/// The tables of one object.
struct Dynamic {
  const ElfW(Sym) *Symbols = nullptr;
  const char *Names = nullptr;
  const ElfW(Rela) *Addresses = nullptr, *Calls = nullptr;
  size_t AddressCount = 0, RelativeCount = 0, CallCount = 0;
};

struct Reading {
  SeenObject *Objects;
  unsigned Most, Count;
};

class Reader {
  SeenObject &Object;
  const ElfW(Addr) Base;
  const Dynamic &Its;

public:
  Reader(SeenObject &Object, ElfW(Addr) Base, const Dynamic &Its)
      : Object(Object), Base(Base), Its(Its) {}

  void read() {
    for (size_t I = Its.RelativeCount; I < Its.AddressCount; ++I)
      read(Its.Addresses[I], /*IsCalled=*/true);
    for (size_t I = 0; I < Its.CallCount; ++I) {
      const ElfW(Rela) &Each = Its.Calls[I];
      ElfW(Addr) Target = *reinterpret_cast<const ElfW(Addr) *>(Base + Each.r_offset);
      read(Each, Target < Object.Begin || Target >= Object.End);
    }
  }

private:
  void read(const ElfW(Rela) & Each, bool IsCalled) {
    const ElfW(Sym) &Symbol = Its.Symbols[ELF64_R_SYM(Each.r_info)];
    if (Symbol.st_shndx != SHN_UNDEF || !Symbol.st_name)
      return;
    const char *Name = Its.Names + Symbol.st_name;
    // Weak ones are of words that nobody may call through (interpose/Next.h).
    if (uint32_t Allocator =
            ELF64_ST_BIND(Symbol.st_info) == STB_WEAK ? 0 : allocsiteSystemAllocator(Name)) {
      Object.Imports |= Allocator;
      if (IsCalled)
        Object.Called |= Allocator;
    }
  }
};

} // namespace

/// glibc relocates what the dynamic section points to, others do not.
template <typename T> static const T *at(ElfW(Addr) Base, ElfW(Addr) Value) {
  return reinterpret_cast<const T *>(Value < Base ? Base + Value : Value);
}

static Dynamic readDynamic(const ElfW(Dyn) * Entry, ElfW(Addr) Base) {
  Dynamic Its;
  for (; Entry->d_tag != DT_NULL; ++Entry)
    switch (Entry->d_tag) {
    case DT_SYMTAB:
      Its.Symbols = at<ElfW(Sym)>(Base, Entry->d_un.d_ptr);
      break;
    case DT_STRTAB:
      Its.Names = at<char>(Base, Entry->d_un.d_ptr);
      break;
    case DT_RELA:
      Its.Addresses = at<ElfW(Rela)>(Base, Entry->d_un.d_ptr);
      break;
    case DT_RELASZ:
      Its.AddressCount = Entry->d_un.d_val / sizeof(ElfW(Rela));
      break;
    case DT_RELACOUNT:
      Its.RelativeCount = Entry->d_un.d_val;
      break;
    case DT_JMPREL:
      Its.Calls = at<ElfW(Rela)>(Base, Entry->d_un.d_ptr);
      break;
    case DT_PLTRELSZ:
      Its.CallCount = Entry->d_un.d_val / sizeof(ElfW(Rela));
      break;
    default:
      break;
    }
  if (!Its.Addresses)
    Its.AddressCount = 0;
  if (!Its.Calls)
    Its.CallCount = 0;
  return Its;
}

static int visitObject(struct dl_phdr_info *Info, size_t, void *Closure) {
  Reading &To = *static_cast<Reading *>(Closure);
  if (To.Count == To.Most)
    return 1;
  SeenObject &Object = To.Objects[To.Count];
  memset(&Object, 0, sizeof(Object));
  Object.Begin = ~uintptr_t(0);
  Object.IsExecutable = To.Count == 0; // the first of the list
  const ElfW(Dyn) *Entry = nullptr;
  for (unsigned I = 0; I < Info->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Segment = Info->dlpi_phdr[I];
    uintptr_t Begin = Info->dlpi_addr + Segment.p_vaddr;
    if (Segment.p_type == PT_DYNAMIC)
      Entry = reinterpret_cast<const ElfW(Dyn) *>(Begin);
    if (Segment.p_type != PT_LOAD)
      continue;
    if (Begin < Object.Begin)
      Object.Begin = Begin;
    if (Begin + Segment.p_memsz > Object.End)
      Object.End = Begin + Segment.p_memsz;
  }
  const char *Path = Object.IsExecutable ? programPath() : Info->dlpi_name;
  size_t Size = strlen(Path);
  Text Name(Object.Path, sizeof(Object.Path));
  Name.add(Size < sizeof(Object.Path) ? Path : Path + Size + 1 - sizeof(Object.Path));
  Object.IsSystem = isSystemPath(Path) || (!Object.IsExecutable && isLanguageRuntime(Path));
  if (Entry) {
    Dynamic Its = readDynamic(Entry, Info->dlpi_addr);
    if (Its.Symbols && Its.Names)
      Reader(Object, Info->dlpi_addr, Its).read();
  }
  if (Object.IsExecutable || Object.Imports)
    ++To.Count;
  return 0;
}

unsigned readLoadedObjects(SeenObject *Objects, unsigned Most) {
  Reading To = {Objects, Most, 0};
  dl_iterate_phdr(visitObject, &To);
  return To.Count;
}

} // namespace allocsite
