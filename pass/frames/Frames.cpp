//===- Frames.cpp - Which functions code lies in, as the profile shows them -===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frames.h"

using namespace llvm;

namespace allocsite {

StringRef FrameTable::symbolOf(const DILocation &Location) const {
  const DISubprogram *Subprogram = Location.getScope()->getSubprogram();
  auto Known = Symbols.find(Subprogram);
  if (Known != Symbols.end())
    return Known->second;
  StringRef Linkage = Subprogram->getLinkageName();
  return Linkage.empty() ? Subprogram->getName() : Linkage;
}

bool FrameTable::isTransparent(StringRef Symbol) {
  const FunctionKind &Kind = Names.kind(Symbol);
  return Kind.Thunk || Kind.Wrapper || Kind.Hidden;
}

bool FrameTable::isOfOtherLibrary(StringRef Symbol) {
  const FunctionKind &Kind = Names.kind(Symbol);
  return Kind.Hidden && !Kind.Library && !Kind.Wrapper;
}

bool FrameTable::hasFrame(const CallBase &Call) {
  const DILocation *At = Call.getDebugLoc().get();
  for (; At && At->getInlinedAt(); At = At->getInlinedAt())
    if (!isTransparent(symbolOf(*At)))
      return true;
  return !isTransparent(Call.getFunction()->getName());
}

bool FrameTable::isAllocator(StringRef Symbol) const {
  return !Allocators.familyOf(Symbol, M).empty();
}

bool FrameTable::areVariants(StringRef A, StringRef B) {
  // Asked of every call: what is not mangled has no variants.
  if (A.substr(0, 2) != "_Z" || B.substr(0, 2) != "_Z" ||
      withoutCloneSuffix(A) == withoutCloneSuffix(B))
    return false;
  const FunctionName &Name = Names.get(A);
  return Name.Structor && Name.Display == Names.get(B).Display;
}

SmallVector<SourceFunction, 8> FrameTable::functionsAt(const DILocation *Location,
                                                       const Function &F) const {
  SmallVector<SourceFunction, 8> Found;
  for (; Location; Location = Location->getInlinedAt()) {
    // Copies that optimisers make keep the subprogram; the code is in F.
    StringRef Symbol = Location->getInlinedAt() ? symbolOf(*Location) : symbolInProfile(F);
    Found.push_back({Symbol, Location, Found.empty()});
  }
  if (Found.empty())
    Found.push_back({symbolInProfile(F), nullptr, true});
  return Found;
}

SmallVector<SourceFunction, 8> FrameTable::chain(const DILocation *Location, const Function &F,
                                                 StringRef Called) {
  SmallVector<SourceFunction, 8> Found;
  for (const SourceFunction &Each : functionsAt(Location, F)) {
    if (!isTransparent(Each.Symbol) && !areVariants(Each.Symbol, Called))
      Found.push_back(Each);
    Called = Each.Symbol;
  }
  return Found;
}

SmallVector<SourceFunction, 8> FrameTable::chainOfLibraries(const DILocation *Location,
                                                            const Function &F) {
  SmallVector<SourceFunction, 8> Found;
  StringRef Called;
  for (const SourceFunction &Each : functionsAt(Location, F)) {
    if (isOfOtherLibrary(Each.Symbol) && !areVariants(Each.Symbol, Called))
      Found.push_back(Each);
    Called = Each.Symbol;
  }
  return Found;
}

static constexpr const char CopyAttribute[] = "allocsite.copy";

void markCopy(Function &Copy) { Copy.addFnAttr(CopyAttribute); }

bool isCopy(const Function &F) { return F.hasFnAttribute(CopyAttribute); }

void dropCopies(Module &M) {
  for (Function &F : M)
    F.removeFnAttr(CopyAttribute);
}

StringRef symbolInProfile(const Function &F) {
  return isCopy(F) ? withoutCloneSuffix(F.getName()) : F.getName();
}

} // namespace allocsite
