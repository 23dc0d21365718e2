//===- FunctionName.h - Shorter forms of a demangled function name --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::map<int, Photo>::operator[](int const&)   whole
//   std::map<…>::operator[](…)                     folded
//   std::map::operator[]                           bare
//
// The brackets of `operator<`, `operator()`, `(anonymous namespace)` and
// `{lambda(int)#1}` belong to the name. A name whose brackets do not match (it
// may not be C++ at all) is returned unchanged.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_FUNCTIONNAME_H
#define ALLOCSITE_REPORT_SUPPORT_FUNCTIONNAME_H

#include <string>
#include <string_view>
#include <vector>

namespace allocsite {

/// Folds template arguments and parameters to `<…>` and `(…)`, but only those nested in
/// \p Depth others; `()` stays. In Rust, `sort::<u8>` becomes `sort`.
std::string foldArguments(std::string_view Name, size_t Depth = 0);

/// Drops the result type or a trait of Rust, or else the outermost scope with all before it;
/// unchanged if there is none.
///   T* ns::PosixEnv::Create<…>(…)   …ns::PosixEnv::Create<…>(…)   …PosixEnv::Create<…>(…)
///   <app::Disc as app::Shape>::area   app::Disc::area   …Disc::area
std::string dropScope(std::string_view Name);

/// The name without result type, template arguments, ABI tags, parameters, and anything after
/// these.
std::string bareFunctionName(std::string_view Name);

/// All forms in which a user may write the name: whole, without result type, also without
/// parameters, and bare; each once.
///   int conc<int>(int)   conc<int>(int)   conc<int>   conc
std::vector<std::string> spellingsOf(std::string_view Name);

} // namespace allocsite

#endif
