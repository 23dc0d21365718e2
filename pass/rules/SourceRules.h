//===- SourceRules.h - Rules that stand in the source -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The macros of include/allocsite/allocsite.h reach IR in two forms:
//
//   @llvm.global.annotations = { @pool_alloc, "allocsite alloc size=1", file, line }
//   declare @pool_alloc(…) "llvm.assume"="allocsite alloc size=1"     before clang 18
//
// The first stage takes them and leaves them for the last as metadata, since by then
// the functions may be gone:
//
//   !allocsite.rules = !{!{!"pool_alloc", !"alloc size=1", !"pool.h", i32 12}}
//
// A function of a library is no frame: what it allocates belongs to the line of the
// program that called into the library. Which functions these are, rules say by name or by
// directory, and the last one that matches holds:
//
//   library:boost::*            library-dir:third_party
//   frame:boost::my_part::*     frame-dir:/usr/include/our_product
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_SOURCERULES_H
#define ALLOCSITE_PASS_RULES_SOURCERULES_H

#include "Rules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include <vector>

namespace allocsite {

/// The C string that `Operand` of an annotation points to, "" where it is none.
llvm::StringRef textOf(const llvm::Value *Operand);

/// Texts live as long as the LLVMContext.
struct SourceRule {
  llvm::StringRef Symbol, Text;
  llvm::StringRef File; ///< Or who said it, where that is not known.
  unsigned Line = 0;
};

/// Finds what the compiler left and takes the annotations among it out of the
/// module: they would keep static functions alive. In the order of the module.
std::vector<SourceRule> takeFromSource(llvm::Module &M);

void writeSourceRules(llvm::Module &M, const std::vector<SourceRule> &Rules);
std::vector<SourceRule> takeSourceRules(llvm::Module &M);

class LibraryRules {
public:
  /// Those of `Given`, which must outlive this. In the order of their weight.
  explicit LibraryRules(const std::vector<Rule> &Given);

  bool empty() const { return Rules.empty(); }

  /// The last that matches, or null. `Name` is asked for where a symbol alone does not tell.
  /// `Paths`, of the function's file, are none where only its name counts.
  const Rule *find(llvm::StringRef Symbol, llvm::function_ref<const FunctionName &()> Name,
                   llvm::ArrayRef<std::string> Paths) const;

private:
  struct Known {
    const Rule *Of;
    llvm::StringRef Needed; ///< What every symbol that it matches has in it.
  };
  llvm::SmallVector<Known, 4> Rules; ///< Latest first.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_SOURCERULES_H
