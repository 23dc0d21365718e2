//===- LibraryRules.cpp - Which functions are frames ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryRules.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace allocsite {

/// The name that a pattern begins with, as "boost" in `boost::*`: a mangled name has it
/// letter by letter. "" where there is none, or where it may be abbreviated.
static StringRef firstNameOf(StringRef Pattern) {
  size_t End = 0;
  while (End < Pattern.size() && (isAlnum(Pattern[End]) || Pattern[End] == '_'))
    ++End;
  StringRef Name = Pattern.take_front(End);
  StringRef Rest = Pattern.drop_front(End);
  const bool IsWhole = Rest.empty() || Rest.take_front(2) == "::";
  return IsWhole && Name != "std" && Name != "operator" ? Name : "";
}

LibraryRules::LibraryRules(const std::vector<Rule> &Given) {
  for (const Rule &R : reverse(Given))
    if (R.isOfFrames())
      Rules.push_back({&R, R.isOfDirectories() ? "" : firstNameOf(R.Of.text())});
}

/// Whether `Path` is that of a file below a directory that `Of` names: with `/` in front
/// from the root, else wherever it stands. The pattern may also be one of whole paths.
static bool isBelow(const Pattern &Of, StringRef Path) {
  if (Of.matchesPath(Path))
    return true;
  const bool FromRoot = Of.text().take_front(1) == "/";
  for (size_t End = Path.find('/', 1); End != StringRef::npos; End = Path.find('/', End + 1)) {
    StringRef Directory = Path.take_front(End);
    if (Of.matchesPath(Directory))
      return true;
    for (size_t Slash = Directory.rfind('/'); !FromRoot && Slash != StringRef::npos;
         Slash = Directory.take_front(Slash).rfind('/'))
      if (Of.matchesPath(Directory.drop_front(Slash + 1)))
        return true;
  }
  return false;
}

const Rule *LibraryRules::find(StringRef Symbol, function_ref<const FunctionName &()> Name,
                               ArrayRef<std::string> Paths) const {
  for (const Known &Each : Rules) {
    const Rule &R = *Each.Of;
    const bool Holds =
        R.isOfDirectories()
            ? any_of(Paths, [&](StringRef Path) { return isBelow(R.Of, Path); })
            : Symbol.find(Each.Needed) != StringRef::npos && R.Of.matches(Symbol, Name());
    if (Holds)
      return &R;
  }
  return nullptr;
}

} // namespace allocsite
