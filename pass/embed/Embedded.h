//===- Embedded.h - Files inside the plugin ------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the pass adds to programs. The build generates the definitions (Embedded.cpp.in).
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_EMBED_EMBEDDED_H
#define ALLOCSITE_PASS_EMBED_EMBEDDED_H

/// A zero byte follows the last one, which llvm::MemoryBuffer requires.
struct EmbeddedFile {
  const char *Begin, *End;
};

/// The runtime for a machine.
struct EmbeddedRuntime {
  const char *Machine;  ///< As ALLOCSITE_TARGETS of CMake names it: the folder of arch/.
  EmbeddedFile Text;    ///< Assembly (embed/ObjectAsText.cpp).
  EmbeddedFile Names;   ///< The symbols that it calls in other objects, one a line.
  EmbeddedFile Joiner;  ///< Bitcode of this LLVM's major version, as the next is.
  EmbeddedFile Entries; ///< The functions in front of malloc and free.
};

/// Of each of ALLOCSITE_TARGETS, and one with a null Machine behind them.
extern "C" const EmbeddedRuntime AllocSiteRuntimes[];

#endif // ALLOCSITE_PASS_EMBED_EMBEDDED_H
