//===- Join.cpp - How a shared object joins the process's runtime ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked by the pass into every -fPIC object, which cannot know whether the
// executable that will load it has a runtime. It does: hand the module over. It
// does not, as python3 that loads an extension: the module's allocations are not
// counted (its threads stay on the scratch slot, whose table pointer is null).
// Where profiling is asked for, `allocsite run` has named a runtime that can be
// loaded then; else a line says what helps.
//
//===----------------------------------------------------------------------===//
#include "Owner.h"
#include "allocsite/allocsite.h"
#include "allocsite/control.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Weak: older C libraries have these in libdl, and static programs may lack them.
#pragma weak dlopen
#pragma weak dladdr
#pragma weak dprintf
#pragma weak fcntl
#pragma weak isatty
#pragma weak secure_getenv

extern "C" {
// C++ overloads strstr.
__attribute__((weak)) const char *findText(const char *In, const char *Text) __asm__("strstr");
__attribute__((used)) void ALLOCSITE_SYM_JOIN(const AllocSiteModule *Module);
int ALLOCSITE_SYM_DESCRIBE(uint64_t Site, uint64_t Context, allocsite_names *Names);
long ALLOCSITE_SYM_CONTROL(unsigned Operation, const void *Argument, void *Result);
}

// One look-up for all the objects of a library. Release and acquire: another
// thread may have loaded the owner, and the loader written its pointers.
static inline const AllocSiteOwner *owner() {
  static const AllocSiteOwner *Known;
  const AllocSiteOwner *Owner = __atomic_load_n(&Known, __ATOMIC_ACQUIRE);
  if (!Owner) {
    Owner = allocsite::findOwner();
    if (Owner)
      __atomic_store_n(&Known, Owner, __ATOMIC_RELEASE);
  }
  return Owner;
}

/// A daemon may have closed it, and have a file of data or a socket there: these are read as well.
static inline __attribute__((always_inline)) bool isForMessages(int Descriptor) {
  return fcntl && isatty &&
         ((fcntl(Descriptor, F_GETFL) & O_ACCMODE) == O_WRONLY || isatty(Descriptor));
}

/// The owner once the runtime was loaded that `allocsite run` names; or null. Tried once a
/// library. Programs with privileges of their own load and say nothing.
static inline __attribute__((always_inline)) const AllocSiteOwner *loadOwner() {
  static bool Tried;
  if (__atomic_exchange_n(&Tried, true, __ATOMIC_RELAXED) || !secure_getenv)
    return nullptr;
  const char *Level = secure_getenv("SKIP_HEAP_PROFILE");
  if (!Level || !*Level)
    Level = secure_getenv("ALLOCSITE");
  if (!Level || *Level < '1' || *Level > '9')
    return nullptr;
  const char *Runtime = secure_getenv("ALLOCSITE_RUNTIME");
  if (Runtime && dlopen && dlopen(Runtime, RTLD_NOW))
    if (const AllocSiteOwner *Owner = allocsite::findOwner())
      return Owner;
  const char *Options = secure_getenv("ALLOCSITE_OPTIONS");
  Dl_info Its;
  if (dprintf && dladdr && dladdr(&Tried, &Its) && isForMessages(2) &&
      !(Options && findText && findText(Options, "verbosity=0")))
    dprintf(
        2,
        "allocsite: %s: the process has no runtime, and nothing is counted (hint: allocsite "
        "run -- PROGRAM, or LD_PRELOAD=liballocsite.so with its directory)\n",
        Its.dli_fname);
  return nullptr;
}

void ALLOCSITE_SYM_JOIN(const AllocSiteModule *Module) {
  const AllocSiteOwner *Owner = owner();
  if (!Owner)
    Owner = loadOwner();
  if (Owner)
    Owner->Register(Module);
}

// What follows is not needed by most: the pass leaves out what nobody calls.

// The names are those of whoever counts.
int ALLOCSITE_SYM_DESCRIBE(uint64_t Site, uint64_t Context, allocsite_names *Names) {
  const AllocSiteOwner *Owner = owner();
  if (Owner && Owner->canDescribe())
    return Owner->Describe(Site, Context, Names);
  *Names = {"-", "-", "-", "-", 0, 0, {"-", "-", "-", "-"}, 1};
  return 0;
}

long ALLOCSITE_SYM_CONTROL(unsigned Operation, const void *Argument, void *Result) {
  const AllocSiteOwner *Owner = owner();
  return Owner && Owner->canControl() ? Owner->Control(Operation, Argument, Result)
                                      : ALLOCSITE_ABSENT;
}
