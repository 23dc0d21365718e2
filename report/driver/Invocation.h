//===- Invocation.h - Reads a command line of clang --------------------------===//
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
// clang's driver decides this by its table of options. Here it suffices to know which words
// are values of options (ValueOptions.inc), and which options stop before code is generated.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_DRIVER_INVOCATION_H
#define ALLOCSITE_REPORT_DRIVER_INVOCATION_H

#include <string>
#include <string_view>
#include <vector>

namespace allocsite {

struct Invocation {
  bool Compiles = false;                   ///< Compiles C, C++, Objective-C or IR for Linux.
  bool Links = false;                      ///< Links an executable for Linux.
  std::string Machine = ALLOCSITE_MACHINE; ///< For which: a folder of runtime/arch.
  bool NamesPlugin = false;                ///< The words already load the plugin.
  bool EndsOptions = false;         ///< `--` was given: each word behind it is an input.
  bool NamesLanguage = false;       ///< An option -x sets the language of the last inputs.
  std::vector<std::string> Sources; ///< The inputs that are compiled, except for `-`.
};

/// \p Words are the arguments of clang, with response files expanded.
Invocation readInvocation(const std::vector<std::string> &Words);

/// The machine of supported targets, such as `x86_64-pc-linux-gnu`, by the name of its folder in
/// runtime/arch; else empty.
std::string machineOf(std::string_view Target);

/// The target in the name of a cross compiler, such as aarch64-linux-gnu-gcc, or empty. As clang
/// understands its own name.
std::string targetOfName(std::string_view Name);

/// Replaces each `@file` by the words in the file, as clang does. Leaves files alone that
/// cannot be read.
std::vector<std::string> expandResponseFiles(const std::vector<std::string> &Words);

/// Removes `-mllvm -allocsite-…`, which clang without the plugin would reject.
void removePluginOptions(std::vector<std::string> &Words);

} // namespace allocsite

#endif
