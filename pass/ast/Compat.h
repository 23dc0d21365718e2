//===- Compat.h - clang 14 to 22 behind one spelling ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All differences between the versions of clang that AllocSite is built for. No other file
// of this plugin uses LLVM_VERSION_MAJOR.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_AST_COMPAT_H
#define ALLOCSITE_PASS_AST_COMPAT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/Config/llvm-config.h"
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#include <string>

namespace allocsite {

/// Lets the code generator use the pass plugin `Plugin`, as -fpass-plugin= would.
inline void addPassPlugin(clang::CodeGenOptions &Options, const std::string &Plugin) {
#if LLVM_VERSION_MAJOR >= 19
  // Clang 22 has loaded the entries of PassPlugins by now.
  Options.PassBuilderCallbacks.push_back([Plugin](llvm::PassBuilder &Builder) {
    if (auto Loaded = llvm::PassPlugin::Load(Plugin))
      Loaded->registerPassBuilderCallbacks(Builder);
    else // ignore: it is in this process already, and was loaded as a pass plugin before
      llvm::consumeError(Loaded.takeError());
  });
#else
  Options.PassPlugins.push_back(Plugin);
#endif
}

/// Creates a string literal of type `char[]`.
inline clang::StringLiteral *plainString(clang::ASTContext &Ctx, llvm::StringRef Text,
                                         clang::SourceLocation At) {
#if LLVM_VERSION_MAJOR >= 18
  constexpr auto Kind = clang::StringLiteralKind::Ordinary;
#elif LLVM_VERSION_MAJOR >= 15
  constexpr auto Kind = clang::StringLiteral::Ordinary;
#else
  constexpr auto Kind = clang::StringLiteral::Ascii;
#endif
  return clang::StringLiteral::Create(Ctx, Text, Kind, /*Pascal=*/false,
                                      Ctx.getStringLiteralArrayType(Ctx.CharTy, Text.size()),
                                      At);
}

#if LLVM_VERSION_MAJOR >= 19
constexpr bool HasEffects = true;

/// True if the type of `F` forbids allocation: [[clang::nonallocating]], or nonblocking, which
/// implies it.
inline bool mustNotAllocate(const clang::FunctionDecl &F) {
  for (const auto &Each : F.getFunctionEffects())
    if (Each.Effect.kind() == clang::FunctionEffect::Kind::NonAllocating ||
        Each.Effect.kind() == clang::FunctionEffect::Kind::NonBlocking)
      return true;
  return false;
}
#else
constexpr bool HasEffects = false;

inline bool mustNotAllocate(const clang::FunctionDecl &) { return false; }
#endif

} // namespace allocsite

#endif // ALLOCSITE_PASS_AST_COMPAT_H
