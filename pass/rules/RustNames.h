//===- RustNames.h - Names that rustc has mangled ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// rustc mangles names in two ways. The first, "legacy", looks like C++'s, ends in a hash, and
// names generic parameters; the second, "v0", has the types that stand for them:
//
//   _ZN5alloc3vec16Vec$LT$T$C$A$GT$4push17h0123456789abcdefE    alloc::vec::Vec<T,A>::push
//   _RNvMNtCs1_5alloc3vecINtB2_3VechE4push                      <alloc::vec::Vec<u8>>::push
//
//   Display     as above: what demanglers write, without the hash
//   Plain       alloc::vec::Vec<u8>::push     without brackets and `::` that say nothing
//   Qualified   alloc::vec::Vec::push         without generic arguments, too
//
// Names of traits' functions keep their brackets, as people write them:
//
//   <app::Disc as app::Shape>::area           app::shapes::<impl app::Shape for app::Disc>::area
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_RUSTNAMES_H
#define ALLOCSITE_PASS_RULES_RUSTNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace allocsite {

/// As StringRef's own, which has another name from LLVM 18 on.
inline bool startsWith(llvm::StringRef Text, llvm::StringRef Prefix) {
  return Text.take_front(Prefix.size()) == Prefix;
}

/// The part of `Symbol` that rustc has made, without suffixes that optimisers have added; "" if
/// it is no name of rustc's.
llvm::StringRef rustSymbolIn(llvm::StringRef Symbol);
/// True if `Symbol`, which has no such suffix, is one.
inline bool isRustSymbol(llvm::StringRef Symbol) {
  return !Symbol.empty() && rustSymbolIn(Symbol).size() == Symbol.size();
}

/// The demangled text, or `Symbol` where it cannot be read.
std::string demangleRust(llvm::StringRef Symbol);

/// Of a demangled name or a pattern for one; see above.
std::string plainRustName(llvm::StringRef Name);
std::string qualifiedRustName(llvm::StringRef Name);

/// True if the code of the function is of Rust's standard library: std, core, alloc, or hashbrown,
/// on which it stands. An `impl` is of the crate that has written it, whatever the type and the
/// trait.
bool isOfRustLibrary(llvm::StringRef Symbol);

/// True for what Rust's code calls to allocate, `__rust_alloc` and its kin, however it is mangled.
bool isRustAllocator(llvm::StringRef Symbol);

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_RUSTNAMES_H
