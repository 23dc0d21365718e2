//===- RustInvocation.h - Reads a command line of rustc ------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// rustc --crate-name app src/main.rs --crate-type bin --emit=dep-info,link   makes code
// rustc --crate-name mac src/lib.rs --crate-type proc-macro                  for the compiler
// rustc --crate-name app src/main.rs --emit=dep-info,metadata                cargo check
// rustc -vV, rustc - --print=cfg                                             questions
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_DRIVER_RUSTINVOCATION_H
#define ALLOCSITE_REPORT_DRIVER_RUSTINVOCATION_H

#include <string>
#include <vector>

namespace allocsite {

/// `allocsite build` has cargo compile macros, build scripts and what these use with that many
/// code generation units, by which they are known.
constexpr const char *UnitsOfHost = "251";

struct RustInvocation {
  bool MakesCode = false;     ///< Generates code.
  bool IsForHost = false;     ///< For a macro or a build script of cargo.
  bool NamesPlugin = false;   ///< The words already load the plugin.
  std::string Crate;          ///< Its name as given, or of its source; "" if neither is there.
  std::string Target;         ///< As given; "": the machine that compiles.
  std::string DependencyFile; ///< "" if none is requested.

  /// Whether code for \p Target is instrumented: for Linux on x86-64 and AArch64.
  bool isSupportedTarget() const;
};

/// \p Words are the arguments of rustc.
RustInvocation readRustInvocation(const std::vector<std::string> &Words);

/// Removes `-C incremental=…`: code that rustc takes from an earlier build does not pass
/// through the plugin, and is in no inventory.
void removeIncremental(std::vector<std::string> &Words);

} // namespace allocsite

#endif
