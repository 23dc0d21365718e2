//===- KeptPath.cpp - Paths of programs and libraries ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KeptPath.h"
#include "LoadedModules.h"
#include "Profile.h"

namespace allocsite {

// Most modules are of the object that the one before is of.
const char *keptPath(const char *Path, TextRef BuildId) {
  uint32_t Count;
  for (const LoadedModule *Modules = modules(Count); Count--;)
    if (const LoadedModule &Each = Modules[Count];
        Each.Object && TextRef(Each.Object) == TextRef(Path) && Each.buildId() == BuildId)
      return Each.Object;
  const size_t PathBytes = TextRef(Path).Size + 1;
  auto *To =
      static_cast<char *>(allocate(ChunkKind::Modules, PathBytes + BuildId.Size + 1).Memory);
  if (!To)
    return nullptr;
  Text(To, PathBytes).add(Path);
  Text(To + PathBytes, BuildId.Size + 1).add(BuildId);
  return To;
}

} // namespace allocsite
