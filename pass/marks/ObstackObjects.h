//===- ObstackObjects.h - Objects of GNU obstack, which macros make -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// obstack.h grows an object in place and calls a function for a new chunk alone. Each
// object, of `obstack_alloc` and `obstack_copy` too, is ended by one macro:
//
//   ({ struct obstack *__o1 = (OBSTACK);
//      void *__value = (void *)__o1->object_base;
//      if (__o1->next_free == __value) …                 bytes so far: next_free - __value
//      __o1->next_free = …                               aligned, for the next object
//      __o1->object_base = __o1->next_free;
//      __value; })
//
// Another one takes objects back, and calls a function only where they lie in other chunks:
//
//   __o->next_free = __o->object_base = (char *)__obj;
//
// Of this clang makes the same instructions in C and C++, and in all versions of the header
// (glibc, gnulib, libiberty). They are known by the names of the structure and the places of
// its members, before the optimiser has seen them.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_OBSTACKOBJECTS_H
#define ALLOCSITE_PASS_MARKS_OBSTACKOBJECTS_H

#include "llvm/IR/Module.h"

namespace allocsite {

/// Gives each place where an object ends a call of `obstack_finish(obstack, bytes)`, a
/// function of the module that does nothing and is inlined everywhere: from then on it is
/// an allocator like others. Nothing is done where the module has something of that name.
/// `Releases`: so it does with `obstack_rewind(obstack, object)` where objects are taken back.
void callObstackFinish(llvm::Module &M, bool Releases);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_OBSTACKOBJECTS_H
