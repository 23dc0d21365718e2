//===- SharedCopies.h - Sites of functions that other objects define too ----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each object that uses an inline function defines it, and the linker keeps one copy. If
// that is of an object without the pass, the sites in it do not exist in the program. A
// second name for the function, local to the object, tells whose copy was kept:
//
//     _Z2mki            weak    0x1180      both at one address: the copy was compiled
//     _Z2mki.counted    local   0x1180      with the pass
//
// The linker drops the local name with the copy that it drops. Where it drops one function
// of a group and not the other, as with constructors of gcc and of clang, the addresses
// differ. A name in the table of symbols is not loaded with the program, and costs it
// nothing.
//
// Not in bitcode: the optimiser at the link would drop the second name.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_INVENTORY_SHAREDCOPIES_H
#define ALLOCSITE_PASS_INVENTORY_SHAREDCOPIES_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"
#include <map>
#include <string>
#include <vector>

namespace allocsite {

/// The records of the sites that a function holds, by the name that the function has in
/// the source: what is behind the name may be made anew meanwhile.
using SiteHolders = std::map<std::string, llvm::SetVector<uint32_t>>;

/// Gives each function of `Holders` that the linker may take from another object its second
/// name. Returns them, in the order of the module. Once all functions have their last names.
std::vector<const llvm::Function *> nameSharedCopies(llvm::Module &M,
                                                     const SiteHolders &Holders);

} // namespace allocsite

#endif // ALLOCSITE_PASS_INVENTORY_SHAREDCOPIES_H
