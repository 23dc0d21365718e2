//===- SourceRules.h - Rules in the source --------------------------------===//
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
// The first stage of the pass removes them and keeps them for the last stage as metadata, since
// by then the functions may be gone:
//
//   !allocsite.rules = !{!{!"pool_alloc", !"alloc size=1", !"pool.h", i32 12}}
//
// A function of a library is no frame: its allocations belong to the line of the program
// that called into the library. Rules name these functions by name or by directory; the last
// one that matches wins:
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

/// The C string that `Operand` of an annotation points to; "" if it does not point to one.
llvm::StringRef textOf(const llvm::Value *Operand);

/// A rule in the source. Its texts live as long as the LLVMContext.
struct SourceRule {
  llvm::StringRef Symbol, Text;
  llvm::StringRef File; ///< Or a name for the source of the rule, if not known.
  unsigned Line = 0;
};

/// Finds the rules that the compiler left in the module, in its order. Removes annotations from
/// the module, as they would keep static functions alive.
std::vector<SourceRule> takeFromSource(llvm::Module &M);

void writeSourceRules(llvm::Module &M, const std::vector<SourceRule> &Rules);
std::vector<SourceRule> takeSourceRules(llvm::Module &M);

class LibraryRules {
public:
  /// Takes the rules for frames among `Given`, which must outlive this and is in ascending
  /// precedence.
  explicit LibraryRules(const std::vector<Rule> &Given);

  bool empty() const { return Rules.empty(); }

  /// The last rule that matches, or null. Calls `Name` only if the symbol is not enough.
  /// `Paths` are those of the function's file; empty if only rules by name count.
  const Rule *find(llvm::StringRef Symbol, llvm::function_ref<const FunctionName &()> Name,
                   llvm::ArrayRef<std::string> Paths) const;

private:
  struct Known {
    const Rule *Of;
    llvm::StringRef Needed; ///< A text that every matching symbol contains.
  };
  llvm::SmallVector<Known, 4> Rules; ///< Latest first.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_SOURCERULES_H
