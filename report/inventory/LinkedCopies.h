//===- LinkedCopies.h - Whose copy of a function the linker took ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of symbols of a program or shared library. A function and its second name
// (pass/inventory/Inventory.cpp) that have one address are of an object that was compiled
// with the pass; a function alone is of an object without it.
//
// The file is not trusted: each size and offset is held against the size of the file.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_INVENTORY_LINKEDCOPIES_H
#define ALLOCSITE_REPORT_INVENTORY_LINKEDCOPIES_H

#include "profile/Expected.h"

#include <set>
#include <string>

namespace allocsite {

/// Those of \p Symbols that the ELF file \p Path defines as functions, and that are not
/// compiled with the pass there. An error where it has no table of symbols, as when it was
/// stripped.
Expected<std::set<std::string>> replacedFunctions(const std::string &Path,
                                                  const std::set<std::string> &Symbols);

} // namespace allocsite

#endif
