//===- Mappings.h - What is mapped into the process -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   /proc/self/maps   begin-end rwxp offset device inode   /path
//
// The loader is not asked: it has a lock, and a process may end while it is held.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_MAPPINGS_H
#define ALLOCSITE_RUNTIME_MAPPINGS_H

#include "profile/Pages.h"

namespace allocsite {

struct Mapping {
  uintptr_t Begin, End;
  uintptr_t Offset; ///< in the file
  TextRef Path;     ///< from its first `/` on; empty where it has none
};

/// The mappings of the process at the time of construction. Empty if memory is short or
/// /proc cannot be read.
class Mappings {
  PageArray<char> Lines; // a zero behind the last

  static uintptr_t readHex(const char *&At) {
    uintptr_t Value = 0;
    for (;; ++At)
      if (*At >= '0' && *At <= '9')
        Value = Value * 16 + static_cast<uintptr_t>(*At - '0');
      else if (*At >= 'a' && *At <= 'f')
        Value = Value * 16 + static_cast<uintptr_t>(*At - 'a' + 10);
      else
        return Value;
  }

public:
  Mappings();

  bool has(uintptr_t Address) const {
    bool Found = false;
    forEach([&](const Mapping &Each) {
      Found = Address >= Each.Begin && Address < Each.End;
      return !Found;
    });
    return Found;
  }

  /// Calls `Use` with each, the lowest first, until it returns false.
  template <typename UseT> void forEach(UseT &&Use) const {
    for (const char *At = Lines.size() ? Lines.begin() : ""; *At; At += *At == '\n') {
      Mapping Its;
      Its.Begin = readHex(At);
      At += *At == '-';
      Its.End = readHex(At);
      const char *Name = At;
      while (*At && *At != '\n')
        ++At;
      for (int Spaces = 0; Name != At && Spaces < 2; ++Name)
        Spaces += *Name == ' ';
      Its.Offset = readHex(Name);
      while (Name != At && *Name != '/')
        ++Name;
      Its.Path = TextRef(Name, static_cast<size_t>(At - Name));
      if (!Use(Its))
        return;
    }
  }
};

} // namespace allocsite

#endif
