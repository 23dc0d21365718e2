//===- uncounted.h - What the C++ library allocates of its own --*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::string(100, 'x')  ──▶  libstdc++.so  ──operator new──▶  countNew  ──▶  operator new
//
// Up to C++17 the members of std::string lie in libstdc++.so, as streams and locales do, and no
// site counts what they allocate. The library calls operator new through a slot of its table of
// functions. LibraryNews::watch() has that slot point to countNew for the rest of the process,
// which counts the calls of the library's own code by thread: operator new[] and the forms that
// do not throw pass on calls of the program, whose sites count them.
//
// Nothing is seen in a program that links the library statically, of a test in a shared object,
// and where the C library is not glibc. For expect.h.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_UNCOUNTED_H
#define ALLOCSITE_UNCOUNTED_H

#include <cstddef>
#include <new>

#if defined(__linux__) && defined(__LP64__)
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace allocsite {

/// The allocations of the C++ library on one thread.
struct LibraryNews {
  unsigned long long Calls, Bytes;
  const void *LastCaller; ///< where the last call returned to
  unsigned Unseen;        ///< not 0: calls are not counted, as they are the profiler's

  /// The counts of the calling thread.
  static LibraryNews &ofThread() {
    static thread_local LibraryNews Its = {0, 0, nullptr, 0};
    return Its;
  }

  /// From now on calls are counted, where they can be seen. Any thread; cheap but for the
  /// first time.
  static void watch();
};

#if defined(__linux__) && defined(__LP64__) && defined(__GLIBC__)
#pragma weak dlsym // before glibc 2.34 it is in a library of its own

namespace detail {

struct NewSlot {
  void *(**At)(std::size_t); ///< null: not found
  void *(*Next)(std::size_t);
  ElfW(Addr) Begin, End; ///< of the library
  bool IsReadOnly;       ///< the loader has protected the slot
  const void *PassedOn[3];
};

inline NewSlot &newSlot() {
  static NewSlot Its = {nullptr, nullptr, 0, 0, false, {nullptr, nullptr, nullptr}};
  return Its;
}

/// In place of operator new, for the library. A tail call: it is on no stack.
inline void *countNew(std::size_t Size) {
  const NewSlot &Slot = newSlot();
  LibraryNews &Mine = LibraryNews::ofThread();
  const void *Caller = Mine.LastCaller = __builtin_return_address(0);
  const auto At = reinterpret_cast<ElfW(Addr)>(Caller);
  if (!Mine.Unseen && At >= Slot.Begin && At < Slot.End && Caller != Slot.PassedOn[0] &&
      Caller != Slot.PassedOn[1] && Caller != Slot.PassedOn[2]) {
    ++Mine.Calls;
    Mine.Bytes += Size;
  }
  return Slot.Next(Size);
}

inline bool isWithin(const dl_phdr_info &Object, ElfW(Addr) Address, ElfW(Word) Type) {
  for (unsigned I = 0; I != Object.dlpi_phnum; ++I) {
    const auto &Segment = Object.dlpi_phdr[I];
    if (Segment.p_type == Type &&
        Address - Object.dlpi_addr - Segment.p_vaddr < Segment.p_memsz)
      return true;
  }
  return false;
}

/// Looks among the relocations of functions, From to From + Bytes.
inline void findSlot(const dl_phdr_info &Object, const ElfW(Rela) * From, std::size_t Bytes,
                     const ElfW(Sym) * Symbols, const char *Names) {
  NewSlot &Slot = newSlot();
  for (const ElfW(Rela) *Each = From; Each != From + Bytes / sizeof(*From) && !Slot.At;
       ++Each) {
    const ElfW(Sym) &Symbol = Symbols[Each->r_info >> 32];
    if (!Symbol.st_name || std::strcmp(Names + Symbol.st_name, "_Znwm") != 0)
      continue;
    const ElfW(Addr) Address = Object.dlpi_addr + Each->r_offset;
    Slot.IsReadOnly = isWithin(Object, Address, PT_GNU_RELRO);
    Slot.At = reinterpret_cast<void *(**)(std::size_t)>(Address);
  }
}

inline int visitObject(dl_phdr_info *Object, std::size_t, void *IsFirst) {
  NewSlot &Slot = newSlot();
  // The program comes first. Otherwise countNew is in a shared object, which may be closed.
  if (*static_cast<bool *>(IsFirst) &&
      !isWithin(*Object, reinterpret_cast<ElfW(Addr)>(&countNew), PT_LOAD))
    return 1;
  *static_cast<bool *>(IsFirst) = false;
  const char *Name = std::strrchr(Object->dlpi_name, '/');
  if (!Name || (std::strncmp(Name, "/libstdc++.so", 13) != 0 &&
                std::strncmp(Name, "/libc++.so", 10) != 0))
    return 0;
  const ElfW(Rela) *Calls = nullptr;
  const ElfW(Sym) *Symbols = nullptr;
  const char *Names = nullptr;
  std::size_t Bytes = 0;
  Slot.Begin = ~ElfW(Addr)(0);
  for (unsigned I = 0; I != Object->dlpi_phnum; ++I) {
    const auto &Segment = Object->dlpi_phdr[I];
    const ElfW(Addr) At = Object->dlpi_addr + Segment.p_vaddr;
    if (Segment.p_type == PT_LOAD && At < Slot.Begin)
      Slot.Begin = At;
    if (Segment.p_type == PT_LOAD && At + Segment.p_memsz > Slot.End)
      Slot.End = At + Segment.p_memsz;
    if (Segment.p_type != PT_DYNAMIC)
      continue;
    for (auto *Each = reinterpret_cast<const ElfW(Dyn) *>(At); Each->d_tag != DT_NULL; ++Each)
      if (Each->d_tag == DT_JMPREL)
        Calls = reinterpret_cast<const ElfW(Rela) *>(Each->d_un.d_ptr);
      else if (Each->d_tag == DT_PLTRELSZ)
        Bytes = Each->d_un.d_val;
      else if (Each->d_tag == DT_SYMTAB)
        Symbols = reinterpret_cast<const ElfW(Sym) *>(Each->d_un.d_ptr);
      else if (Each->d_tag == DT_STRTAB)
        Names = reinterpret_cast<const char *>(Each->d_un.d_ptr);
  }
  if (Calls && Symbols && Names)
    findSlot(*Object, Calls, Bytes, Symbols, Names);
  return 1;
}

inline void fillSlot() {
  NewSlot &Slot = newSlot();
  const ElfW(Addr) Page =
      reinterpret_cast<ElfW(Addr)>(Slot.At) & ~ElfW(Addr)(sysconf(_SC_PAGESIZE) - 1);
  auto *const Start = reinterpret_cast<void *>(Page);
  if (Slot.IsReadOnly && mprotect(Start, sizeof(void *), PROT_READ | PROT_WRITE) != 0)
    return;
  __atomic_store_n(Slot.At, &countNew, __ATOMIC_RELEASE);
  if (Slot.IsReadOnly)
    mprotect(Start, sizeof(void *), PROT_READ);
}

/// Notes where the functions that pass a call on return to, by calling each.
inline void learnPassedOn() {
  using One = void *(*)(std::size_t);
  using Two = void *(*)(std::size_t, const std::nothrow_t &);
  NewSlot &Slot = newSlot();
  const char *const Names[] = {"_Znam", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t"};
  for (int I = 0; I != 3; ++I) {
    void *Function = dlsym(RTLD_DEFAULT, Names[I]);
    if (!Function)
      continue;
    LibraryNews::ofThread().LastCaller = nullptr;
    void *Block = I ? reinterpret_cast<Two>(Function)(1, std::nothrow)
                    : reinterpret_cast<One>(Function)(1);
    Slot.PassedOn[I] = LibraryNews::ofThread().LastCaller;
    if (I == 1)
      ::operator delete(Block);
    else
      ::operator delete[](Block);
  }
}

inline bool findAndFill() {
  NewSlot &Slot = newSlot();
  Slot.Next = &dlsym ? reinterpret_cast<void *(*)(std::size_t)>(dlsym(RTLD_DEFAULT, "_Znwm"))
                     : nullptr;
  bool IsFirst = true;
  if (Slot.Next)
    dl_iterate_phdr(visitObject, &IsFirst);
  if (!Slot.At)
    return false;
  fillSlot();
  ++LibraryNews::ofThread().Unseen;
  learnPassedOn();
  --LibraryNews::ofThread().Unseen;
  return true;
}

} // namespace detail

inline void LibraryNews::watch() {
  static const bool IsFound = detail::findAndFill();
  // A first call of the library that was being bound meanwhile has overwritten it.
  if (IsFound && __atomic_load_n(detail::newSlot().At, __ATOMIC_RELAXED) != &detail::countNew)
    detail::fillSlot();
}
#else
inline void LibraryNews::watch() {}
#endif

} // namespace allocsite

#endif
