//===- Invocation.h - What a command line of clang asks for ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang -O2 -x c - -o app -lm         compiles one input, and links
// clang -c a.c -o a.o                 compiles
// clang -E a.c, -M a.c, --version     neither
// clang a.o b.o -o app                links
//
// The driver of clang decides this by its table of options. What is needed of that is which
// words are values of options (ValueOptions.inc), and which options end before code is made.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_DRIVER_INVOCATION_H
#define ALLOCSITE_REPORT_DRIVER_INVOCATION_H

#include <string>
#include <vector>

namespace allocsite {

struct Invocation {
  bool Compiles = false;      ///< Code for x86-64 Linux is made of C, C++, Objective-C or IR.
  bool Links = false;         ///< An executable for x86-64 Linux is linked.
  bool NamesPlugin = false;   ///< The words give AllocSite to clang by themselves.
  bool EndsOptions = false;   ///< `--` was given: each word behind it is an input.
  bool NamesLanguage = false; ///< The last inputs are of the language of an option -x.
  std::vector<std::string> Sources; ///< The inputs that code is made of, but for `-`.
};

/// \p Words are the arguments of clang, with response files expanded.
Invocation readInvocation(const std::vector<std::string> &Words);

/// Replaces each `@file` by the words in the file, as clang does. What cannot be read
/// stays as it is.
std::vector<std::string> expandResponseFiles(const std::vector<std::string> &Words);

/// Takes `-mllvm -allocsite-…` away, which a clang without the plugin would refuse.
void removePluginOptions(std::vector<std::string> &Words);

} // namespace allocsite

#endif
