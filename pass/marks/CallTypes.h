//===- CallTypes.h - The types that calls of no allocator make room for ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a wrapper allocates, or a function of the C++ library, it does for its caller, and
// there the source says the type:
//
//   Foo *f = xmalloc(n * sizeof(Foo));    !allocsite.types =
//                                           !{!{!DILocation, !"xmalloc", !"Foo"}}
//
// Where such a function keeps what it was given, that is no memory of its caller, and there
// is no type. A call is known by its place and its callee, which are all that is left of it where the
// callee is inlined: its location is then what the callee's code was inlined at.
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

/// The first stage says that `Call` of `Callee`, which is no frame,
/// makes room for `Type`; or for nothing that has one, NoType.
inline constexpr llvm::StringLiteral NoType = "-";
void writeCallType(llvm::CallBase &Call, llvm::StringRef Callee, llvm::StringRef Type);

/// And that `F`, which is no frame, returns all that it allocates.
void setReturnsAll(llvm::Function &F);
bool returnsAll(const llvm::Function &F);

/// What the last stage reads of it. Holds pointers to debug information.
class CallTypes {
public:
  /// Takes it out of `M`.
  static CallTypes take(llvm::Module &M);

  /// "" where it is not known, and NoType. `At` is the location of the call, inlined or not, and
  /// `Callee` its callee's symbol.
  llvm::StringRef find(const llvm::DILocation &At, llvm::StringRef Callee) const;

  bool empty() const { return Types.empty(); }

private:
  /// Line, column, and the callee in the function.
  using Key = std::tuple<const llvm::DISubprogram *, unsigned, unsigned, llvm::StringRef>;
  static Key keyOf(const llvm::DILocation &At, llvm::StringRef Callee);

  std::map<Key, llvm::StringRef> Types; ///< The context's strings; "" where two differ.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_CALLTYPES_H
