//===- Inventory.h - The sites of a module, told when it is compiled --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A log holds what ran. The inventory holds what there is: each site in the words of
// the CSV, and each call that was refused, so that sites that never ran can be told
// from those that do not exist. docs/inventory.md tells the lines.
//
// One file for a whole build, which parallel compilations append to: it needs no name
// for each object, which the pass does not know, and it is what people ask for. A
// module's lines are one write under a lock, so that none are torn.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_INVENTORY_INVENTORY_H
#define ALLOCSITE_PASS_INVENTORY_INVENTORY_H

#include "Refusals.h"
#include "RuleUses.h"
#include "frames/Records.h"
#include "recognise/Callees.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"
#include <map>
#include <string>
#include <vector>

namespace allocsite {

/// What the allocations of a site ask for, and who is told.
struct SiteSize {
  std::optional<uint64_t> Bytes; ///< Where each is as large.
  std::string Measure;           ///< In words, see measureText().
  std::string Aware;             ///< Of the site, see AwareCalls.h; "" for nobody.
};
/// By the index of the site's record.
using SiteSizes = std::map<uint32_t, SiteSize>;

/// The lines of the configuration. Only the first stage sees all functions: it leaves
/// them in the module for the last, unless there are none.
std::string ruleLines(const llvm::Module &M, const Config &Configured,
                      llvm::ArrayRef<RuleUse> Uses);
void leaveRuleLines(llvm::Module &M, llvm::StringRef Lines);
struct RuleLines {
  std::string OfFiles; ///< Of each file of a link, with the line that begins its module.
  std::string Own;     ///< Of the module.
};
RuleLines takeRuleLines(llvm::Module &M, const Config &Configured);

/// The records of the sites that a function holds, by the name that the function has in
/// the source: what is behind the name may be made anew meanwhile.
using SiteHolders = std::map<std::string, llvm::SetVector<uint32_t>>;

/// What the functions of `M` that others can call lead to. Before anything is rewritten.
std::string functionLines(const llvm::Module &M, const Callees &Reach);

/// Appends what is known of `M`, and what was told before, to the file `Path`; does nothing
/// where it is empty. Names the copies of functions that others define too (nameSharedCopies),
/// where `M` is not to be optimised any further. A file that cannot be written is an error of
/// the compilation.
void writeInventory(llvm::Module &M, const std::string &Path, const RuleLines &Rules,
                    llvm::StringRef Functions, const DescriptorTables &Tables,
                    const SiteSizes &Sizes, const SiteHolders &Holders,
                    llvm::ArrayRef<RefusedCall> Refused);

} // namespace allocsite

#endif // ALLOCSITE_PASS_INVENTORY_INVENTORY_H
