//===- KeptPath.cpp - Paths of programs and libraries ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KeptPath.h"
#include "LoadedModules.h"
#include "Profile.h"
#include "profile/Text.h"

namespace allocsite {

// Most modules are of the object that the one before is of.
const char *keptPath(const char *Path) {
  uint32_t Count;
  for (const LoadedModule *Modules = modules(Count); Count--;)
    if (Modules[Count].Object && TextRef(Modules[Count].Object) == TextRef(Path))
      return Modules[Count].Object;
  const size_t Bytes = TextRef(Path).Size + 1;
  auto *To = static_cast<char *>(allocate(ChunkKind::Modules, Bytes).Memory);
  for (size_t I = 0; To && I < Bytes; ++I)
    To[I] = Path[I];
  return To;
}

} // namespace allocsite
