//===- Relocations.cpp - Which machine an object file is for ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Relocations.h"

namespace allocsite {

const ObjectFormat *findObjectFormat(uint16_t Machine) {
  for (const ObjectFormat *Each : {&x86_64Objects(), &aarch64Objects()})
    if (Each->Machine == Machine)
      return Each;
  return nullptr;
}

} // namespace allocsite
