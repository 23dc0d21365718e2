//===- Mappings.cpp - What is mapped into the process ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Mappings.h"
#include "profile/Files.h"

namespace allocsite {

Mappings::Mappings() {
  int From = openFile("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  size_t Used = 0;
  for (ssize_t Got = 1; From >= 0 && Got > 0; Used += static_cast<size_t>(Got)) {
    if (!Lines.resize(Used + 65536))
      break;
    Got = readFile(From, &Lines[Used], 65536);
    if (Got < 0)
      Got = 0;
  }
  if (From >= 0)
    closeFile(From);
  if (!Lines.resize(Used) || !Lines.push(0))
    Lines.resize(0);
}

} // namespace allocsite
