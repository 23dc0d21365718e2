//===- CallTypes.h - The types that calls of no allocator make room for ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wrapper, or a function of the C++ library, allocates for its caller, and the source
// states the type there:
//
//   Foo *f = xmalloc(n * sizeof(Foo));    !allocsite.types =
//                                           !{!{!DILocation, !"xmalloc", !"Foo"}}
//
// Memory that such a function keeps for itself has no type. A call is identified by its place
// and its callee: after inlining only these are left, as the place at which the callee's code
// was inlined.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_CALLTYPES_H
#define ALLOCSITE_PASS_MARKS_CALLTYPES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <map>
#include <tuple>

namespace allocsite {

/// Records in the first stage that `Call` of `Callee`, which is no frame, allocates memory
/// for `Type`, or for no type (NoType).
inline constexpr llvm::StringLiteral NoType = "-";
void writeCallType(llvm::CallBase &Call, llvm::StringRef Callee, llvm::StringRef Type);

/// Records that `F`, which is no frame, returns all that it allocates.
void setReturnsAll(llvm::Function &F);
bool returnsAll(const llvm::Function &F);

/// The records, as the last stage reads them. Holds pointers to debug information.
class CallTypes {
public:
  /// Removes the records from `M`.
  static CallTypes take(llvm::Module &M);

  /// The recorded type, NoType, or "" if not known. `At` is the location of the call, inlined
  /// or not, and `Callee` the symbol of its callee.
  llvm::StringRef find(const llvm::DILocation &At, llvm::StringRef Callee) const;

  bool empty() const { return Types.empty(); }

private:
  /// Line, column, and the callee in the function.
  using Key = std::tuple<const llvm::DISubprogram *, unsigned, unsigned, llvm::StringRef>;
  static Key keyOf(const llvm::DILocation &At, llvm::StringRef Callee);

  std::map<Key, llvm::StringRef> Types; ///< Strings of the LLVMContext; "" if two differ.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_CALLTYPES_H
