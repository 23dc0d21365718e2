//===- Toolchain.h - Where AllocSite's files and clangs are ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The commands find the plugin and the runtime relative to their own path, so that an
// installation can be moved:
//
//   PREFIX/bin/allocsite-clang
//   PREFIX/lib/AllocSite.so   lib/liballocsite.a   lib/allocsite/AllocSite-19.so
//
// They look for clang in PATH, and where LLVM's packages install it.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_DRIVER_TOOLCHAIN_H
#define ALLOCSITE_REPORT_DRIVER_TOOLCHAIN_H

#include "profile/Expected.h"

#include <string>
#include <vector>

namespace allocsite {

/// The files that belong to the running command. Any of them may be missing.
struct Installation {
  std::string Commands;         ///< The directory of commands.
  std::string Library;          ///< The directory of AllocSite.so.
  std::string Include;          ///< The directory of allocsite/control.h.
  std::string Plugin;           ///< The path of AllocSite.so.
  std::vector<unsigned> Majors; ///< LLVM versions that have a plugin, the newest first.

  static Installation ofThisCommand();

  std::string pluginFor(unsigned Major) const;
  /// The path of liballocsite.a for a machine, by the name of its folder in runtime/arch.
  std::string runtimeFor(const std::string &Machine) const;
  /// "22, 19"; "none".
  std::string majorsText() const;
};

/// Names the directory of the `allocsite build` that a compilation belongs to. Its bin/ is
/// first in PATH; a line for each compilation is appended to commands.jsonl.
constexpr const char *BuildingVariable = "ALLOCSITE_BUILDING";

/// Names the user's RUSTC_WRAPPER, in whose place `allocsite build` puts allocsite-rustc.
constexpr const char *RustWrapperVariable = "ALLOCSITE_RUSTC_WRAPPER";

/// Removes the directory of `allocsite build` from PATH, which has these commands under the
/// names of compilers: clang, if it is ccache, would find this command again.
void leaveBuildDirectory();

struct Clang {
  std::string Path;
  unsigned Major = 0; ///< 0: not known from its path.
};

/// The path of the program \p Name, looked up in PATH; "" if there is none. A name with a
/// slash is a path. Skips this command itself, under whatever name.
std::string findProgram(const std::string &Name);

/// The major LLVM version in the path of a clang, after following links; or 0.
unsigned majorOfPath(const std::string &Path);

/// The path of the clang of version \p Major, or "".
std::string findClang(unsigned Major);

/// The clang to compile with: \p Wanted, the value of ALLOCSITE_CLANG, or else the newest that
/// has a plugin. If \p Major is not 0, only that version is considered.
Expected<Clang> chooseClang(const Installation &Of, const std::string &Wanted, unsigned Major);

} // namespace allocsite

#endif
