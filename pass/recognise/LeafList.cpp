//===- LeafList.cpp - Functions of a program that never allocate ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeafList.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace allocsite {

LeafList::LeafList(const std::vector<std::string> &Paths) {
  for (const std::string &Path : Paths) {
    auto Text = MemoryBuffer::getFile(Path);
    if (!Text) {
      Problems.push_back("leaves '" + Path + "': " + Text.getError().message());
      continue;
    }
    read(Path, (*Text)->getBuffer());
    Texts.push_back(std::move(*Text));
  }
}

void LeafList::read(StringRef Path, StringRef Text) {
  for (unsigned Number = 1; !Text.empty(); ++Number) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    Line = Line.trim();
    if (Line.empty() || Line.front() == '#')
      continue;
    if (Line.find_first_of(" \t") == StringRef::npos) {
      Symbols.insert(Line);
      continue;
    }
    Problems.push_back(
        (Path + ":" + Twine(Number) +
         ": expected one symbol, as the linker knows it; `allocsite leaves` makes this file")
            .str());
    return; // Of another kind of file every line is wrong.
  }
}

} // namespace allocsite
