//===- LeafList.cpp - Functions of a program that never allocate ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeafList.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/Object/ModuleSymbolTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace allocsite {

std::vector<std::string> asmSymbols(const Module &M) {
  std::vector<std::string> Found;
  if (M.getModuleInlineAsm().empty())
    return Found;
  ModuleSymbolTable::CollectAsmSymbols(
      M, [&](StringRef Name, object::BasicSymbolRef::Flags Flags) {
        if (!(Flags & object::BasicSymbolRef::SF_Undefined))
          Found.push_back(Name.split('@').first.str()); // Without a version.
      });
  return Found;
}

LeafList::LeafList(const Module &M, const std::vector<std::string> &Paths) {
  if (!Paths.empty())
    nameSymbols(M);
  for (const std::string &Path : Paths)
    read(M, Path);
}

void LeafList::nameSymbols(const Module &M) {
  for (const Function &F : M) {
    StringRef Symbol = symbolOf(F);
    if (Symbol.size() < F.getName().size())
      Escaped[Symbol] = &F;
    if (Symbol.consume_front("__wrap_"))
      Wrappers[Symbol] = &F;
  }
  for (const std::string &Symbol : asmSymbols(M))
    OfAssembly[Symbol] = 1;
}

/// Read twice, by both stages: no pipe.
void LeafList::read(const Module &M, StringRef Path) {
  auto fail = [&](const Twine &At, const Twine &Problem) {
    Problems.push_back((At + ": " + Problem).str());
  };
  sys::fs::file_status Status;
  std::error_code Failure = sys::fs::status(Path, Status);
  if (!Failure && Status.type() != sys::fs::file_type::regular_file)
    return fail("leaves '" + Path + "'", "expected a regular file");
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return fail("leaves '" + Path + "'", Text.getError().message());
  StringRef Left = (*Text)->getBuffer();
  Left.consume_front("\xEF\xBB\xBF");
  for (unsigned Number = 1; !Left.empty(); ++Number) {
    size_t End = std::min(Left.find('\n'), Left.size());
    StringRef Line = Left.take_front(End).trim(" \t\r");
    Left = Left.drop_front(std::min(End + 1, Left.size()));
    // Of another kind of file every line is wrong.
    if (!Line.empty() && Line.front() != '#' && !readLine(M, Line))
      return fail(Path + ":" + Twine(Number),
                  "expected one symbol, as the linker knows it; `allocsite leaves` makes "
                  "this file");
  }
}

/// Of a large program most lines name nothing that the module has: each is looked up, none
/// is kept.
bool LeafList::readLine(const Module &M, StringRef Line) {
  if (any_of(Line, [](unsigned char C) { return C <= ' '; }))
    return false;
  if (!Line.consume_front("!"))
    list(M, Line);
  else if (const Function *Found = M.getFunction(Line); Found && !Found->use_empty())
    Problems.push_back(("'" + Line +
                        "' is used, which a list of leaves does not expect: "
                        "`allocsite leaves` makes it anew")
                           .str());
  return true;
}

void LeafList::list(const Module &M, StringRef Symbol) {
  if (!OfAssembly.empty() && OfAssembly.count(Symbol))
    Problems.push_back(("'" + Symbol +
                        "' is in a list of leaves, and is assembly now: "
                        "`allocsite leaves` makes it anew")
                           .str());
  if (auto Wrapper = Wrappers.find(Symbol); Wrapper != Wrappers.end())
    StandingIn.insert(Wrapper->second);
  const GlobalValue *Named = M.getNamedValue(Symbol);
  if (auto Found = Escaped.find(Symbol); !Named && Found != Escaped.end())
    Named = Found->second;
  if (!Named || Named->hasLocalLinkage())
    return;
  const GlobalObject *Behind = Named->getAliaseeObject();
  auto *F = dyn_cast_or_null<Function>(Behind);
  if (isa<GlobalIFunc>(Named) || isa_and_nonnull<GlobalIFunc>(Behind) ||
      (F && !F->isDeclaration() && F->hasFnAttribute(Attribute::Naked)))
    Problems.push_back(("'" + Symbol +
                        "' is in a list of leaves, and it is not known what it calls: "
                        "`allocsite leaves` makes it anew")
                           .str());
  else if (F)
    (F == Named ? Listed : StandingIn).insert(F);
}

} // namespace allocsite
