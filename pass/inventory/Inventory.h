//===- Inventory.h - The sites of a module, told when it is compiled --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A log contains the sites that ran. The inventory contains all that exist: each site as the
// CSV shows it, and each call that was refused. So sites that never ran can be told from
// those that do not exist. docs/inventory.md describes the lines.
//
// There is one file for a whole build, to which parallel compilations append: the pass does
// not know the names of objects. A module's lines are a single write under a lock, so that
// lines of different modules do not mix.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_INVENTORY_INVENTORY_H
#define ALLOCSITE_PASS_INVENTORY_INVENTORY_H

#include "Refusals.h"
#include "frames/Records.h"
#include "recognise/Callees.h"
#include "recognise/PointerCalls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"
#include <map>
#include <string>
#include <vector>

namespace allocsite {

/// The size of a site's allocations, and the function that is passed the site.
struct SiteSize {
  std::optional<uint64_t> Bytes; ///< If all have the same size.
  std::string Measure;           ///< The formula, see measureText().
  std::string Aware;             ///< See Marks.h; "" if there is none.
};
/// By the index of the site's record.
using SiteSizes = std::map<uint32_t, SiteSize>;

/// What a rule does for the functions that a module declares or defines; for src: rules, for
/// those that it defines in such files.
struct RuleUse {
  const Rule *Of = nullptr; ///< Valid as long as the Config.
  unsigned Functions = 0;   ///< Functions to which it applies.
  unsigned Calls = 0;       ///< Direct calls of these, before optimisation; for rules for
                            ///< pointers and virtual functions, calls that they name.
  unsigned Shadowed = 0;    ///< Functions that it matches, but a later rule decides.
  const Rule *By = nullptr; ///< One such rule, or null.
  unsigned Misshapen = 0;   ///< Functions with the name, but other parameters.
  bool Unread = false;      ///< It needs the source, which was not read.
  std::string Nearest;      ///< If all are 0, the most similar name, or "".
  unsigned Distance = 0;    ///< The edit distance to that.
};

/// A pattern that matches nothing in one compilation is no error: the function may be in
/// another file. If it matches nothing in a whole build, the name is probably misspelt. Only
/// the inventory sees the build, so each module records what each rule did:
///
///   pool.cfg:3:1  alloc:pool_alloc    holds for 1 function, which is called 14 times
///   pool.cfg:4:1  alloc:pool_callok   nothing; 'pool_calloc' is one letter away
///
/// The uses of all rules of the source and of files, and of those rules of the table that
/// apply to something. In ascending precedence: those of the table first.
std::vector<RuleUse> usesOfRules(const llvm::Module &M, const Config &Configured,
                                 AllocatorTable &Allocators,
                                 const PointerCalls &ThroughPointers, NameTable &Names);

/// The lines about rules. Only the first stage sees all functions: it leaves the lines in the
/// module for the last stage, unless there are none.
std::string ruleLines(const llvm::Module &M, const Config &Configured,
                      llvm::ArrayRef<RuleUse> Uses);
void leaveRuleLines(llvm::Module &M, llvm::StringRef Lines);
struct RuleLines {
  std::string OfFiles; ///< Those of each file of a link, with the line that begins its module.
  std::string Own;     ///< Those of the module.
};
RuleLines takeRuleLines(llvm::Module &M, const Config &Configured);

/// The records of the sites in each function. By name, because functions may be replaced.
using SiteHolders = std::map<std::string, llvm::SetVector<uint32_t>>;

/// The lines about what the exported functions of `M` lead to. Call before any rewriting.
std::string functionLines(const llvm::Module &M, const Callees &Reach);

/// Appends the lines of `M`, and those given, to the file `Path`; does nothing if that is
/// empty. If `M` is not optimised further, names the copies of functions that other files
/// also define (nameSharedCopies). If the file cannot be written, the compilation fails.
void writeInventory(llvm::Module &M, const std::string &Path, const RuleLines &Rules,
                    llvm::StringRef Functions, const DescriptorTables &Tables,
                    const SiteSizes &Sizes, const SiteHolders &Holders,
                    llvm::ArrayRef<RefusedCall> Refused);

} // namespace allocsite

#endif // ALLOCSITE_PASS_INVENTORY_INVENTORY_H
