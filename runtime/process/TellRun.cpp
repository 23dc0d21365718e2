//===- TellRun.cpp - The table of the facts of the run --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tell.h"
#include "live/Live.h"
#include "store/LogTables.h"

namespace allocsite {

void tellRun(RunFacts Of) {
  Of.PeakAt = livePeakAt(Of.Its.Clock + Of.Its.Ended);
  addTable("run",
           [&](int Descriptor) { return writeRun(Of, Unfinished::Running, Descriptor); });
}

} // namespace allocsite
