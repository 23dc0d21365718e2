/*===- wrapped.h - Counts calls of a library where they leave the program ---===
 *
 * Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * Compiled with -DTRUTH, without the pass and linked with -Wl,--wrap=NAME, a program
 * counts its calls of NAME itself, and prints `N calls, M bytes` on stderr:
 *
 *     WRAPPED(void *, apr_palloc, (apr_pool_t *P, apr_size_t N), (P, N), N)
 *
 *===----------------------------------------------------------------------===*/
#ifndef ALLOCSITE_TEST_WRAPPED_H
#define ALLOCSITE_TEST_WRAPPED_H

#ifdef TRUTH
#include <stdio.h>
#include <string.h>

static unsigned long Calls, Bytes;

#define WRAPPED(Result, Name, Parameters, Arguments, Size)                     \
  Result __real_##Name Parameters;                                             \
  Result __wrap_##Name Parameters {                                            \
    ++Calls;                                                                   \
    Bytes += (Size);                                                           \
    return __real_##Name Arguments;                                            \
  }

__attribute__((destructor)) static void printTruth(void) {
  fprintf(stderr, "%lu calls, %lu bytes\n", Calls, Bytes);
}
#else
#define WRAPPED(Result, Name, Parameters, Arguments, Size)
#endif

#endif
