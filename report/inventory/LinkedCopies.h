//===- LinkedCopies.h - Whose copy of a function the linker took ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the symbol table of a program or shared library. The pass gives functions a second
// name (pass/inventory/Inventory.cpp). If both names have one address, the linker took the
// copy of an object compiled with the pass; otherwise it took one compiled without.
//
// The file is not trusted: each size and offset is checked against the size of the file.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_INVENTORY_LINKEDCOPIES_H
#define ALLOCSITE_REPORT_INVENTORY_LINKEDCOPIES_H

#include "profile/Expected.h"

#include <set>
#include <string>

namespace allocsite {

/// Those of \p Symbols that the ELF file \p Path defines as functions compiled without the
/// pass. An error if it has no symbol table, for example because it was stripped.
Expected<std::set<std::string>> replacedFunctions(const std::string &Path,
                                                  const std::set<std::string> &Symbols);

} // namespace allocsite

#endif
