/*===- Interposed.h - Calls that a preloaded library has seen ---------------===
 *
 * Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * What liballocsite-uncounted.so (runtime/interpose) hands to the runtime of the same
 * process: how often each place has called an allocator of SystemAllocators.h. A place is
 * a return address. Written by all threads by single atomic adds; nothing is taken away.
 *
 * The symbol is found by name in the loaded library, and is of one version of AllocSite.
 *===----------------------------------------------------------------------===*/
#ifndef ALLOCSITE_INTERPOSED_H
#define ALLOCSITE_INTERPOSED_H

#include "allocsite/Abi.h"

#include <stdint.h>

#define ALLOCSITE_SYM_INTERPOSED ALLOCSITE_SYMBOL(interposed) /* AllocSiteInterposed */
#define ALLOCSITE_INTERPOSED_NAME                                                             \
  "__allocsite_interposed_v" ALLOCSITE_NAME(ALLOCSITE_ABI_VERSION)
#define ALLOCSITE_INTERPOSED_LIBRARY "liballocsite-uncounted.so"

#define ALLOCSITE_INTERPOSED_CALLERS 16384 /* a power of two */

struct AllocSiteCaller {
  uintptr_t Address; /* returned to; 0: free */
  uint64_t Calls;
};

struct AllocSiteInterposed {
  uint64_t Others; /* calls of places that had no room */
  struct AllocSiteCaller Callers[ALLOCSITE_INTERPOSED_CALLERS];
};

#endif
