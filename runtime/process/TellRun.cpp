//===- TellRun.cpp - The table of the facts of the run --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tell.h"
#include "live/Live.h"
#include "profile/Pages.h"
#include "store/LoadedModules.h"
#include "store/LogTables.h"

namespace allocsite {

/// The programs and libraries that modules are of. Equal ones have one path (KeptPath.h).
static bool findObjects(PageArray<RunObject> &To) {
  uint32_t Count;
  const LoadedModule *All = modules(Count);
  for (uint32_t I = 0; I < Count; ++I) {
    const char *Path = All[I].Object;
    bool IsNew = Path && *Path;
    for (size_t Known = To.size(); IsNew && Known--;)
      IsNew = To[Known].Path.Bytes != Path;
    if (IsNew && !To.push({Path, All[I].buildId()}))
      return false;
  }
  return true;
}

void tellRun(RunFacts Of) {
  PageArray<RunObject> Objects;
  if (findObjects(Objects)) {
    Of.Modules = Objects.begin();
    Of.ModuleCount = Objects.size();
  }
  Of.PeakAt = livePeakAt(Of.Its.Clock + Of.Its.Ended);
  addTable("run",
           [&](int Descriptor) { return writeRun(Of, Unfinished::Running, Descriptor); });
}

} // namespace allocsite
