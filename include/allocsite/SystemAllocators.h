/*===- SystemAllocators.h - The allocators that programs import -------------===
 *
 * Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * The functions of libc and of the C++ library that a loaded object imports where it
 * allocates. Each is a bit, so that what a translation unit refers to fits the flags of
 * its descriptor, and the runtime can compare it with what the object imports: an import
 * that no unit with the pass refers to is of a unit without it.
 *
 * C-compatible.
 *===----------------------------------------------------------------------===*/
#ifndef ALLOCSITE_SYSTEMALLOCATORS_H
#define ALLOCSITE_SYSTEMALLOCATORS_H

#include <stdint.h>
#include <string.h>

/* ALLOCATOR(Symbol, Shown). A symbol of the C++ library stands for all that begin so. */
#define ALLOCSITE_SYSTEM_ALLOCATORS(ALLOCATOR)                                                \
  ALLOCATOR("malloc", "malloc")                                                               \
  ALLOCATOR("calloc", "calloc")                                                               \
  ALLOCATOR("realloc", "realloc")                                                             \
  ALLOCATOR("reallocarray", "reallocarray")                                                   \
  ALLOCATOR("aligned_alloc", "aligned_alloc")                                                 \
  ALLOCATOR("memalign", "memalign")                                                           \
  ALLOCATOR("posix_memalign", "posix_memalign")                                               \
  ALLOCATOR("valloc", "valloc")                                                               \
  ALLOCATOR("pvalloc", "pvalloc")                                                             \
  ALLOCATOR("strdup", "strdup")                                                               \
  ALLOCATOR("strndup", "strndup")                                                             \
  ALLOCATOR("wcsdup", "wcsdup")                                                               \
  ALLOCATOR("_Znw", "operator new")                                                           \
  ALLOCATOR("_Zna", "operator new[]")

#define ALLOCSITE_SYSTEM_MALLOC 1u /* bits of the first two */
#define ALLOCSITE_SYSTEM_CALLOC 2u
/* The bit of a symbol, or 0. */
static inline uint32_t allocsiteSystemAllocator(const char *Symbol) {
  uint32_t Bit = 1;
  /* Most symbols begin otherwise. */
  switch (*Symbol) {
  case '_':
    if (Symbol[1] != 'Z' || Symbol[2] != 'n')
      return 0;
    break;
  case 'a':
  case 'c':
  case 'm':
  case 'p':
  case 'r':
  case 's':
  case 'v':
  case 'w':
    break;
  default:
    return 0;
  }
#define ALLOCATOR(Name, Shown)                                                                \
  if (Name[0] == '_' ? strncmp(Symbol, Name, sizeof(Name) - 1) == 0                           \
                     : strcmp(Symbol, Name) == 0)                                             \
    return Bit;                                                                               \
  Bit <<= 1;
  ALLOCSITE_SYSTEM_ALLOCATORS(ALLOCATOR)
#undef ALLOCATOR
  return 0;
}

#endif
