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
// `{lambda(int)#1}` belong to the name. A name whose brackets do not pair (it
// may not be C++ at all) is given back as it is.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_FUNCTIONNAME_H
#define ALLOCSITE_REPORT_SUPPORT_FUNCTIONNAME_H

#include <string>
#include <string_view>
#include <vector>

namespace allocsite {

/// Template arguments and parameters as `<…>` and `(…)`, those that lie in \p Depth others
/// alone; `()` stays.
std::string foldArguments(std::string_view Name, size_t Depth = 0);

/// Without the result type, or else the outermost scope and what stands before it; as it is
/// where there is none.
///   T* ns::PosixEnv::Create<…>(…)   …ns::PosixEnv::Create<…>(…)   …PosixEnv::Create<…>(…)
std::string dropScope(std::string_view Name);

/// Without result type, template arguments, tags of an ABI, parameters and what follows
/// them.
std::string bareFunctionName(std::string_view Name);

/// All that somebody may call it who has seen it in a table: whole, without result type,
/// without that and parameters, and bare; each once.
///   int conc<int>(int)   conc<int>(int)   conc<int>   conc
std::vector<std::string> spellingsOf(std::string_view Name);

} // namespace allocsite

#endif
