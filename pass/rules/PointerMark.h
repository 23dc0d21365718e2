//===- PointerMark.h - Names of a call through a pointer ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules may name the member that a pointer is loaded from, or its type, or a virtual
// function. IR has none of these names, so the plugin that reads the source passes the
// pointer through an annotation with the names. Unlike locations, this is exact in macros and
// without -g. For a virtual function, the annotated pointer is that of the object.
//
//   (*g->frealloc)(g->ud, p, 0, n);
//
//   %p = call i64 @llvm.annotation.i64(i64 ptrtoint (%f), "…", file, line)
//   call ptr inttoptr(%p)(…)
//
//   allocsite call 17             the 17th of the translation unit
//   35:12                         its line and column in that file
//   ppii                          its parameters
//   field:global_State.frealloc   the names of the member and the type, each on a line
//   pointer:lua_Alloc
//
// For a virtual function, the text has the overridden function and the function itself. If a
// virtual function contains the call, the same follows for that one:
//
//   virtual:ns::Arena::take
//   virtual:ns::Pool::take
//   in i                          its parameters
//   virtual:ns::Arena::take
//   virtual:ns::Logged::take
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_RULES_POINTERMARK_H
#define ALLOCSITE_PASS_RULES_POINTERMARK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace allocsite {

struct PointerMark {
  static constexpr char Prefix[] = "allocsite call ";
  static constexpr char VirtualPrefix[] = "virtual:";
  static constexpr char HolderPrefix[] = "in ";

  unsigned Number = 0;
  unsigned Line = 0, Column = 0; ///< Presumed (after #line).
  /// A letter for each parameter: i integer or enumeration; p pointer or reference;
  /// f floating point; o a type that may be any number of IR arguments.
  std::string Shape;
  /// "field:Class.member" and "pointer:Typedef", or "virtual:Class::function". Scopes are
  /// written `Scope::`; template arguments are included.
  llvm::SmallVector<std::string, 4> Names;
  /// For a call of a virtual function: the virtual function that contains it, or empty.
  std::string HolderShape;
  llvm::SmallVector<std::string, 4> HolderNames;

  /// True for a virtual function: the annotated pointer is its `this`.
  bool isVirtual() const {
    return !Names.empty() && llvm::StringRef(Names.front()).consume_front(VirtualPrefix);
  }

  /// The mark of a call of the virtual function that contains this call.
  PointerMark holder() const {
    PointerMark Around;
    Around.Shape = HolderShape;
    Around.Names = HolderNames;
    return Around;
  }

  std::string spelt() const;
  /// Returns false if `Text` is no mark.
  bool parse(llvm::StringRef Text);
};

inline std::string PointerMark::spelt() const {
  std::string Text = Prefix + std::to_string(Number) + '\n' + std::to_string(Line) + ':' +
                     std::to_string(Column) + '\n' + Shape;
  for (const std::string &Name : Names)
    Text += '\n' + Name;
  if (!HolderNames.empty())
    Text += "\n" + (HolderPrefix + HolderShape);
  for (const std::string &Name : HolderNames)
    Text += '\n' + Name;
  return Text;
}

inline bool PointerMark::parse(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  Text.split(Lines, '\n');
  if (Lines.size() < 3 || !Lines[0].consume_front(Prefix) || Lines[0].getAsInteger(10, Number))
    return false;
  auto [InFile, InLine] = Lines[1].split(':');
  if (InFile.getAsInteger(10, Line) || InLine.getAsInteger(10, Column))
    return false;
  Shape = Lines[2].str();
  Names.clear();
  HolderNames.clear();
  HolderShape.clear();
  auto *To = &Names;
  for (llvm::StringRef Name : llvm::ArrayRef<llvm::StringRef>(Lines).drop_front(3))
    if (Name.consume_front(HolderPrefix)) {
      HolderShape = Name.str();
      To = &HolderNames;
    } else {
      To->push_back(Name.str());
    }
  return true;
}

} // namespace allocsite

#endif // ALLOCSITE_PASS_RULES_POINTERMARK_H
