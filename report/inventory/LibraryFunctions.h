//===- LibraryFunctions.h - Library functions that are leaves ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass takes `snprintf` for a function that may allocate: it may call malloc, and a
// program may bring its own of that. Of all modules of a program it is known whether it does.
// A later build may bring it all the same, so the list tells what it was made on.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_INVENTORY_LIBRARYFUNCTIONS_H
#define ALLOCSITE_REPORT_INVENTORY_LIBRARYFUNCTIONS_H

#include <string_view>
#include <vector>

namespace allocsite {

/// First all symbols of the program, then what is asked.
class LibraryFunctions {
public:
  /// A function that a module defines for others.
  void define(std::string_view Symbol);
  /// A function that a module has no definition of.
  void declare(std::string_view Symbol);

  /// True where \p Symbol, which no module defines, is a library function that leads to
  /// no allocation of code of the program.
  bool isLeaf(std::string_view Symbol) const;

  /// The heaps that \p Leaves call. None is the program's.
  std::vector<std::string_view> heapsOf(const std::vector<std::string_view> &Leaves) const;
  /// The functions that no module may declare if \p Leaves are to be such.
  std::vector<std::string_view> hooksOf(const std::vector<std::string_view> &Leaves) const;

private:
  bool OwnHeap = false;    ///< malloc and its like.
  bool OwnNew = false;     ///< operator new and delete, or handlers.
  bool OwnStreams = false; ///< Or conversions of printf.
  bool Cancels = false;    ///< Threads.
};

} // namespace allocsite

#endif
