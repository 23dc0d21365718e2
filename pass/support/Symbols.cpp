//===- Symbols.cpp - Symbols as the linker knows them --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Symbols.h"
#include "llvm/Object/ModuleSymbolTable.h"

using namespace llvm;

namespace allocsite {

std::vector<std::string> asmSymbols(const Module &M) {
  std::vector<std::string> Found;
  if (M.getModuleInlineAsm().empty())
    return Found;
  ModuleSymbolTable::CollectAsmSymbols(
      M, [&](StringRef Name, object::BasicSymbolRef::Flags Flags) {
        if (!(Flags & object::BasicSymbolRef::SF_Undefined))
          Found.push_back(Name.split('@').first.str()); // Without a version.
      });
  return Found;
}

} // namespace allocsite
