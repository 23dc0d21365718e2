//===- LibraryFunctions.h - Library functions that are leaves ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass takes `snprintf` for a function that may allocate: it may call malloc, and a
// program may bring its own of that. Of all modules of a program it is known whether it does.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_MERGE_LIBRARYFUNCTIONS_H
#define ALLOCSITE_REPORT_MERGE_LIBRARYFUNCTIONS_H

#include <string_view>

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

private:
  bool OwnHeap = false;      ///< malloc and its like.
  bool OwnNew = false;       ///< operator new and delete, or a handler of new.
  bool OwnStreams = false;   ///< Or conversions of printf.
  bool Cancels = false;      ///< Threads.
};

} // namespace allocsite

#endif
