//===- Paths.cpp - One file is one path -----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Paths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace allocsite {

std::string withoutDots(StringRef Path) {
  SmallString<256> Kept(Path);
  sys::path::remove_dots(Kept, /*remove_dot_dot=*/true);
  return Kept.empty() ? Path.str() : Kept.str().str();
}

} // namespace allocsite
