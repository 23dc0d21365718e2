//===- TypeQuery.h - What the pass asks of the source ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IR has no types of memory; the source has. Inside clang a second plugin, which
// alone knows clang's classes, reads them there, and the pass asks it for each call:
//
//   Holder  _Z6CreateI3FooEPT_R5Arena    Callee  _ZN5Arena5allocEm    7:28  ->  Foo
//
// The two are libraries of their own and see nothing of each other. The loader
// calls START of the one and hands the result to USE of the other. Neither LLVM nor
// clang here: the loader includes it.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_TYPEQUERY_H
#define ALLOCSITE_PASS_TYPEQUERY_H

namespace allocsite {

/// A direct call, as IR has it before it is optimised.
struct TypeQuery {
  const char *Holder; ///< Symbol of the function that the call stands in.
  const char *Callee; ///< Symbol of the function that is called.
  unsigned Line;      ///< Presumed, from 1; 0 where not known.
  unsigned Column;    ///< Likewise.
};

/// The type that the call makes room for, spelled out, or null where it is not
/// known. Valid until the process begins another translation unit. One thread.
using TypeAnswer = const char *(*)(const TypeQuery &);

/// Of the plugin that knows clang. Plugin is the path of the file that users name,
/// of which it keeps a copy.
using StartTypes = TypeAnswer (*)(const char *Plugin);
#define ALLOCSITE_START_TYPES "allocsiteStartTypes"

/// Of the plugin that holds the pass.
using UseTypes = void (*)(TypeAnswer);
#define ALLOCSITE_USE_TYPES "allocsiteUseTypes"

} // namespace allocsite

#endif // ALLOCSITE_PASS_TYPEQUERY_H
