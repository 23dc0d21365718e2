//===- SystemHeap.cpp - The process's malloc, and who sees its frees ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SystemHeap.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

extern "C" {
// In a library of its own where the C library is older, and in no static program.
__attribute__((weak)) int dladdr(const void *Address, Dl_info *To) noexcept;
// Of every sanitizer's runtime that has an allocator.
__attribute__((weak)) int
__sanitizer_install_malloc_and_free_hooks(void (*Allocated)(const volatile void *, size_t),
                                          void (*Freed)(const volatile void *));
}

namespace allocsite {

/// What start-up frees to see whether that is seen; null when it is, and else.
static const void *Probe;

bool isProbe(const void *Block) {
  if (Probe != Block)
    return false;
  Probe = nullptr;
  return true;
}
bool isProbing() { return Probe; }

/// libc's, or null.
static size_t (*UsableSize)(void *);

size_t usableSize(const void *Block) {
  return UsableSize ? UsableSize(const_cast<void *>(Block)) : 0;
}

bool HasGlibcHeaders;

static bool seesFrees() {
  auto *Allocate = findFunctionOf<void *(size_t)>("malloc");
  auto *Free = reinterpret_cast<void (*)(void *)>(findLoaded("free"));
  if (!Allocate || !Free)
    return false;
  void *Block = Allocate(1);
  Probe = Block;
  Free(Block);
  return Block && !__atomic_load_n(&Probe, __ATOMIC_RELAXED);
}

/// Does a tool of valgrind, as memcheck, stand in for `operator delete`? It takes the place of
/// ours, and calls no `free`.
static bool hasDeleteOfValgrind() {
  struct Seen {
    bool HasTool, HasDelete;
  } Found = {false, false};
  dl_iterate_phdr(
      [](struct dl_phdr_info *Object, size_t, void *To) {
        auto &Its = *static_cast<Seen *>(To);
        const char *Name = Object->dlpi_name ? Object->dlpi_name : "";
        Its.HasTool |= strstr(Name, "/vgpreload_") && !strstr(Name, "/vgpreload_core");
        Its.HasDelete |= strstr(Name, "/libstdc++.so") || strstr(Name, "/libc++.so");
        return 0;
      },
      &Found);
  return Found.HasTool && Found.HasDelete;
}

/// Who is told of them.
static const BlockListener *Told;

static void freedBySanitizer(const volatile void *Block) {
  Told->Freed(const_cast<const void *>(Block), /*IsDelete=*/false, /*Caller=*/nullptr);
}
static void ignoreAllocated(const volatile void *, size_t) {}

bool listenToFrees(const BlockListener &To) {
  Told = &To;
  if (hasDeleteOfValgrind())
    return false;
  if (interposeFrees(&To) && seesFrees())
    return true;
  interposeFrees(nullptr);
  if (__sanitizer_install_malloc_and_free_hooks)
    if (__sanitizer_install_malloc_and_free_hooks(ignoreAllocated, freedBySanitizer) &&
        seesFrees())
      return true;
  return false;
}

unsigned log2Granule(bool IsExact) {
  auto *Allocate = findFunctionOf<void *(size_t)>("malloc");
  auto *Free = findFunctionOf<void(void *)>("free");
  UsableSize = findFunctionOf<size_t(void *)>("malloc_usable_size");
  if (!Allocate || !Free || !UsableSize)
    return 3;
  void *Block = Allocate(1);
  size_t Usable = Block ? UsableSize(Block) : 0;
  Free(Block);
  // Not under valgrind, say, which puts another malloc in its place: there Usable is 1.
  HasGlibcHeaders =
      Usable == 24 && Allocate == findFunctionOf<void *(size_t)>("__libc_malloc");
  // Blocks of at least 24 bytes are 32 apart: glibc's, at multiples of 16.
  return Usable < 24 ? 3 : IsExact ? 4 : 5;
}

/// Whether the executable has it, and what stands in front of free is not in its place.
static bool hasOwnFree() {
  void *Free = findLoaded("free");
  Dl_info Of, OfThis;
  return Free && &dladdr && dladdr(Free, &Of) && dladdr(&Told, &OfThis) &&
         Of.dli_fbase == OfThis.dli_fbase;
}

const char *whyFreesAreUnseen() {
  if (hasDeleteOfValgrind())
    return "the tool of valgrind has an operator delete of its own";
  if (hasOwnFree())
    return "this program has a free of its own, as of an allocator that is linked statically: "
           "link that dynamically";
  return "compile the file with main with ALLOCSITE_PASS_OPTIONS=live=1, or run with "
         "LD_PRELOAD=liballocsite.so";
}

NewOf whoseNew() {
  auto *New = findFunctionOf<void *(size_t)>("_Znwm");
  auto *Malloc = findFunctionOf<void *(size_t)>("malloc");
  Dl_info Of, OfMalloc;
  if (!New || !&dladdr || !dladdr(reinterpret_cast<void *>(New), &Of) || !Of.dli_fname)
    return NewOf::System;
  if (isCxxLibrary(Of.dli_fname) || !dladdr(reinterpret_cast<void *>(Malloc), &OfMalloc))
    return NewOf::System;
  if (Of.dli_fbase != OfMalloc.dli_fbase)
    return NewOf::Other;
  return isInFront("_ZdlPv") ? NewOf::System : NewOf::Unseen;
}

} // namespace allocsite
