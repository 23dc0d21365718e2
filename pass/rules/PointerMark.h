//===- PointerMark.h - How the source names a call through a pointer ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules may name the member that a pointer is read from, or its type. IR knows
// neither, so what reads the source hands the pointer through an annotation that
// says it, and IR is exact where places are not: in macros, in code without -g.
//
//   (*g->frealloc)(g->ud, p, 0, n);
//
//   %p = call i64 @llvm.annotation.i64(i64 ptrtoint (%f), "…", file, line)
//   call ptr inttoptr(%p)(…)
//
//   allocsite call 17             the 17th of the translation unit
//   35:12                         its line and column in that file
//   ppii                          its parameters
//   field:global_State.frealloc   what it is called through, each name on a line
//   pointer:lua_Alloc
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_POINTERMARK_H
#define ALLOCSITE_PASS_RULES_POINTERMARK_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace allocsite {

struct PointerMark {
  static constexpr char Prefix[] = "allocsite call ";

  unsigned Number = 0;
  unsigned Line = 0, Column = 0; ///< Presumed.
  /// A letter for each parameter: i integer or enumeration; p pointer or reference;
  /// f floating point; o what may be any number of IR arguments.
  std::string Shape;
  /// "field:Class.member" and "pointer:Typedef". Scopes are `Scope::`; template
  /// arguments are in.
  llvm::SmallVector<std::string, 4> Names;

  std::string spelt() const;
  /// Returns false where `Text` is none.
  bool parse(llvm::StringRef Text);
};

inline std::string PointerMark::spelt() const {
  std::string Text = Prefix + std::to_string(Number) + '\n' + std::to_string(Line) +
                     ':' + std::to_string(Column) + '\n' + Shape;
  for (const std::string &Name : Names)
    Text += '\n' + Name;
  return Text;
}

inline bool PointerMark::parse(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  Text.split(Lines, '\n');
  if (Lines.size() < 3 || !Lines[0].consume_front(Prefix) ||
      Lines[0].getAsInteger(10, Number))
    return false;
  auto [InFile, InLine] = Lines[1].split(':');
  if (InFile.getAsInteger(10, Line) || InLine.getAsInteger(10, Column))
    return false;
  Shape = Lines[2].str();
  Names.clear();
  for (llvm::StringRef Name : llvm::ArrayRef<llvm::StringRef>(Lines).drop_front(3))
    Names.push_back(Name.str());
  return true;
}

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_POINTERMARK_H
