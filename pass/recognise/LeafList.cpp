//===- LeafList.cpp - Functions of a program that never allocate ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeafList.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace allocsite {

LeafList::LeafList(const Module &M, const std::vector<std::string> &Paths) {
  for (const std::string &Path : Paths)
    if (auto Text = MemoryBuffer::getFile(Path))
      read(M, Path, (*Text)->getBuffer());
    else
      Problems.push_back("leaves '" + Path + "': " + Text.getError().message());
}

static bool isBlank(char C) { return C == ' ' || C == '\t' || C == '\r'; }

/// Of a large program most lines name nothing that the module has: each is looked up, none
/// is kept.
void LeafList::read(const Module &M, StringRef Path, StringRef Text) {
  for (unsigned Number = 1; !Text.empty(); ++Number) {
    size_t End = std::min(Text.find('\n'), Text.size());
    StringRef Line = Text.take_front(End).drop_while(isBlank);
    Text = Text.drop_front(std::min(End + 1, Text.size()));
    while (!Line.empty() && isBlank(Line.back()))
      Line = Line.drop_back();
    if (Line.empty() || Line.front() == '#')
      continue;
    if (Line.find(' ') == StringRef::npos && Line.find('\t') == StringRef::npos) {
      if (const Function *F = M.getFunction(Line); F && !F->hasLocalLinkage())
        Listed.insert(F);
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
