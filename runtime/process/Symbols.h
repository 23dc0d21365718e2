//===- Symbols.h - The function at an address of the process ----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   address ──/proc/self/maps──▶ file, offset ──its symbol table──▶ function
//
// Neither the loader is asked, which has a lock, nor the C++ library to demangle, which
// allocates: a process may end in the middle of either.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_SYMBOLS_H
#define ALLOCSITE_RUNTIME_PROCESS_SYMBOLS_H

#include "Mappings.h"

namespace allocsite {

class Symbols {
  Mappings Maps;

  TextRef Path;               // of the file that was asked for last
  const char *File = nullptr; // its bytes
  size_t Bytes = 0;

  bool findFile(uintptr_t Address, TextRef &Path, uintptr_t &Base) const;
  static bool findFileIn(const Mappings &Maps, uintptr_t Address, TextRef &Path,
                         uintptr_t &Base);
  void open(TextRef Path);
  bool findIn(uintptr_t Base, uintptr_t Address, uintptr_t &Begin, TextRef &Name) const;

public:
  Symbols() = default;
  Symbols(const Symbols &) = delete;
  ~Symbols();

  /// Where the function begins that the call which returns to `Caller` stands in; the address
  /// itself where no symbol is known.
  uintptr_t beginOf(uintptr_t Caller);
  /// Appends its symbol, or the file and the offset of an address without one.
  void describe(Text &To, uintptr_t Begin);
};

} // namespace allocsite

#endif
