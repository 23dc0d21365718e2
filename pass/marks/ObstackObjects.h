//===- ObstackObjects.h - Objects of GNU obstack, which macros make -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the objects of obstacks. obstack.h grows an object in place and calls a function
// only for a new chunk. One macro ends every object, also those of `obstack_alloc` and
// `obstack_copy`:
//
//   ({ struct obstack *__o1 = (OBSTACK);
//      void *__value = (void *)__o1->object_base;
//      if (__o1->next_free == __value) …                 bytes so far: next_free - __value
//      __o1->next_free = …                               aligned, for the next object
//      __o1->object_base = __o1->next_free;
//      __value; })
//
// Another one frees objects, and calls a function only if they lie in other chunks:
//
//   __o->next_free = __o->object_base = (char *)__obj;
//
// clang emits the same instructions for this in C and C++, and for all versions of the header
// (glibc, gnulib, libiberty). They are recognised, before optimisation, by the name of the
// structure and the offsets of its members.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_OBSTACKOBJECTS_H
#define ALLOCSITE_PASS_MARKS_OBSTACKOBJECTS_H

#include "llvm/IR/Module.h"

namespace allocsite {

/// Inserts a call of `obstack_finish(obstack, bytes)` wherever an object ends. This function
/// of the module does nothing and is always inlined; the other stages treat it as an
/// allocator. Does nothing if the module already has that name. `Releases`: also inserts
/// `obstack_rewind(obstack, object)` wherever objects are freed.
void callObstackFinish(llvm::Module &M, bool Releases);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_OBSTACKOBJECTS_H
