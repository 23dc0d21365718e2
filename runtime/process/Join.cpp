//===- Join.cpp - How a shared object joins the process's runtime ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked by the pass into every -fPIC object, which cannot know whether the
// executable that will load it has a runtime. It does: hand the module over. It
// does not: say nothing, and the module's allocations are not counted (its
// threads stay on the scratch slot, whose table pointer is null).
//
//===----------------------------------------------------------------------===//
#include "Owner.h"
#include "allocsite/allocsite.h"
#include "allocsite/control.h"

extern "C" {
__attribute__((used)) void ALLOCSITE_SYM_JOIN(const AllocSiteModule *Module);
int ALLOCSITE_SYM_DESCRIBE(uint64_t Site, uint64_t Context, allocsite_names *Names);
long ALLOCSITE_SYM_CONTROL(unsigned Operation, const void *Argument, void *Result);
}

// One look-up for all the objects of a library. Relaxed: constants of the
// owner are reached through it, nothing that another thread wrote.
static inline const AllocSiteOwner *owner() {
  static const AllocSiteOwner *Known;
  const AllocSiteOwner *Owner = __atomic_load_n(&Known, __ATOMIC_RELAXED);
  if (!Owner) {
    Owner = allocsite::findOwner();
    if (Owner)
      __atomic_store_n(&Known, Owner, __ATOMIC_RELAXED);
  }
  return Owner;
}

void ALLOCSITE_SYM_JOIN(const AllocSiteModule *Module) {
  if (const AllocSiteOwner *Owner = owner())
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
