//===- TypeName.h - How a type is spelled in a profile --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With all that it is in and without typedefs, so that one type has one name
// in all translation units: `std::vector<ns::Foo>`, `struct foo` in C.
//
// Containers of libstdc++ allocate nodes, which users have never seen. A node is
// spelled as the value in it: `std::map<int, Foo>` allocates
// `std::pair<const int, Foo>`, and std::make_shared<Foo> allocates `Foo`.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_AST_TYPENAME_H
#define ALLOCSITE_PASS_AST_TYPENAME_H

#include "clang/AST/ASTContext.h"
#include <string>

namespace allocsite {

/// `T` is an elementType().
std::string typeName(const clang::ASTContext &Ctx, clang::QualType T);

/// Whether `D` belongs to the C++ library: `std::` or `__gnu_cxx::`, outermost.
bool isOfLibrary(const clang::Decl &D);

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_TYPENAME_H
