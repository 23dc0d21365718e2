//===- LibraryFunctions.h - Library functions that are leaves ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass assumes that `snprintf` may allocate: it may call malloc, and a program may define
// its own malloc. Given all modules of a program, it is known whether it does. As a later
// build may still define one, the list of leaves states these assumptions.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_INVENTORY_LIBRARYFUNCTIONS_H
#define ALLOCSITE_REPORT_INVENTORY_LIBRARYFUNCTIONS_H

#include <string_view>
#include <vector>

namespace allocsite {

/// First call define() and declare() for all symbols of the program, then the others.
class LibraryFunctions {
public:
  /// A function that a module defines for others.
  void define(std::string_view Symbol);
  /// A function that a module has no definition of.
  void declare(std::string_view Symbol);

  /// True if \p Symbol, which no module defines, is a library function that does not lead to
  /// an allocation by code of the program.
  bool isLeaf(std::string_view Symbol) const;

  /// The heap functions that \p Leaves call. The program defines none of them.
  std::vector<std::string_view> heapsOf(const std::vector<std::string_view> &Leaves) const;
  /// The functions that no module may declare, or \p Leaves would not be leaves.
  std::vector<std::string_view> hooksOf(const std::vector<std::string_view> &Leaves) const;

private:
  bool OwnHeap = false;    ///< Defines malloc and its like.
  bool OwnNew = false;     ///< Defines operator new or delete, or sets handlers.
  bool OwnStreams = false; ///< Makes its own streams or printf conversions.
  bool Cancels = false;    ///< Cancels threads.
};

} // namespace allocsite

#endif
