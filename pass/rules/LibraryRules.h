//===- LibraryRules.h - Which functions are frames ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of a library is no frame: what it allocates belongs to the line of the
// program that called into the library. Which functions these are, rules say by name or by
// directory, and the last one that matches holds:
//
//   library:boost::*            library-dir:third_party
//   frame:boost::my_part::*     frame-dir:/usr/include/our_product
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_LIBRARYRULES_H
#define ALLOCSITE_PASS_RULES_LIBRARYRULES_H

#include "Rules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace allocsite {

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

#endif // ALLOCSITE_PASS_RULES_LIBRARYRULES_H
