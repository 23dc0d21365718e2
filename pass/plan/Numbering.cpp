//===- Numbering.cpp - Numbers for sites and call sites ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbering.h"
#include "rules/RustNames.h"

using namespace llvm;

namespace allocsite {

uint32_t Numbering::string(StringRef Text) {
  if (Text.empty())
    return 0;
  auto [Entry, New] = StringIndex.try_emplace(Text, Tables.Strings.size());
  if (New) // An embedded NUL would end the string for every reader.
    Tables.Strings.push_back(Text.take_until([](char C) { return !C; }).str());
  return Entry->second;
}

uint32_t Numbering::functionNamed(StringRef Symbol) {
  auto [Entry, New] = FunctionIndex.try_emplace(Symbol, Tables.Functions.size());
  if (New) {
    StringRef Plain = Symbol;
    Plain.consume_front("\1");
    AllocSiteFunction Record{};
    Record.Name = string(Names.get(Symbol).Display);
    setSymbol(Record, Plain.str(), Tables.Strings[Record.Name]);
    Record.Family = string(Allocators.familyOf(Symbol, M));
    if (Frames.isTransparent(Symbol))
      Record.Flags |= ALLOCSITE_FUNCTION_TRANSPARENT;
    if (isRustAllocator(Symbol))
      Record.Flags |= ALLOCSITE_FUNCTION_RECORDED;
    if (Names.kind(Symbol).Wrapper)
      Tables.Wrappers.insert(Entry->second);
    if (const GlobalValue *Value = M.getNamedValue(Symbol))
      if (Value->hasLocalLinkage())
        Record.Flags |= ALLOCSITE_FUNCTION_LOCAL;
    Tables.Functions.push_back(Record);
  }
  return Entry->second;
}

uint32_t Numbering::function(const Function &F) { return functionNamed(symbolInProfile(F)); }

void Numbering::setInstrumented(const Function &F) {
  Tables.Functions[function(F)].Flags |=
      ALLOCSITE_FUNCTION_INSTRUMENTED | (returnsAll(F) ? ALLOCSITE_FUNCTION_RETURNS : 0);
}

void Numbering::setJumps(const Function &F) {
  Tables.Functions[function(F)].Flags |= ALLOCSITE_FUNCTION_JUMPS;
}

void Numbering::addAlias(const GlobalAlias &Alias) {
  auto *F = dyn_cast<Function>(Alias.stripPointerCastsAndAliases());
  if (!F)
    return;
  uint32_t Index = functionNamed(Alias.getName());
  Tables.Functions[Index].Aliasee = function(*F);
}

uint32_t Numbering::frame(StringRef Symbol, const FramePlace &Place, uint32_t Outer) {
  AllocSiteFrame Record{functionNamed(Symbol), string(Place.At.File), Place.At.Line,
                        Place.At.Column,       Place.Repeat,          Outer};
  auto [Entry, New] = FrameIndex.try_emplace(
      {Record.Function, Record.File, Record.Line, Record.Column, Record.Repeat, Record.Outer},
      Tables.Frames.size());
  if (New)
    Tables.Frames.push_back(Record);
  return Entry->second;
}

/// The type that the call of `Callee` at `Location` allocates, as the source states it there,
/// or at the call that was inlined around it, and so on out to the first frame. "" if none
/// states it; NoType if one of them keeps the memory itself.
StringRef Numbering::typeBehind(StringRef Callee, const DILocation *Location,
                                const Function &F) {
  if (Types.empty())
    return "";
  for (const SourceFunction &Each : Frames.functionsAt(Location, F)) {
    StringRef Type = Each.At ? Types.find(*Each.At, Callee) : "";
    if (!Type.empty() || !Frames.isTransparent(Each.Symbol))
      return Type;
    Callee = Each.Symbol;
  }
  return "";
}

/// Interns the frames of an inline chain. The innermost has the place that is asked for, the
/// others the line of the call at most.
uint32_t Numbering::chain(ArrayRef<SourceFunction> Visible, PlaceOfInnermost PlaceOf) {
  uint32_t Outer = 0;
  for (const SourceFunction &Each : reverse(Visible)) {
    const SourcePlace Its = Each.At ? placeOf(*Each.At, &Files) : SourcePlace();
    FramePlace At;
    if (&Each == &Visible.front())
      At = PlaceOf(Its, Each.IsOwn);
    else if (HasLines)
      At = lineOf(Its);
    Outer = frame(Each.Symbol, At, Outer);
  }
  return Outer;
}

uint32_t Numbering::siteChain(const DILocation *Location, const Function &F,
                              const MarkedSite &Site) {
  auto PlaceOf = [&](const SourcePlace &At, bool IsOwn) {
    FramePlace Place{At, 0};
    if (IsOwn) {
      if (At.File.empty() && !At.Line)
        Place.At.Line = Site.Ordinal;
      Place.Repeat = Site.Repeat;
    }
    return Place;
  };
  uint32_t Frame = chain(Frames.chain(Location, F, /*Called=*/""), PlaceOf);
  return Frame ? Frame : chain(Frames.chainOfLibraries(Location, F), PlaceOf);
}

/// True if `Frame` is transparent: shown only if no caller is a frame.
bool Numbering::isOfLibrary(uint32_t Frame) const {
  return Tables.Functions[Tables.Frames[Frame].Function].Flags &
         ALLOCSITE_FUNCTION_TRANSPARENT;
}

uint32_t Numbering::site(const DILocation *Location, const Function &F, const MarkedSite &Site,
                         bool OfBlocks) {
  notePlaces(Location, F, "");
  const uint32_t Frame = siteChain(Location, F, Site);
  AllocSiteSite Record{};
  Record.Frame = Frame;
  Record.Function = function(F);
  Record.Allocator = string(Site.Allocator);
  StringRef Type = Site.Type;
  if (Site.Returned && Type.empty())
    Type = typeBehind("", Location, F);
  const bool IsKept = Type == NoType; // No caller states the type.
  Record.Type = string(IsKept ? "" : Type);
  Record.Ordinal = Site.Ordinal;
  Record.Flags = (Site.Arena ? ALLOCSITE_SITE_ARENA : 0) |
                 (Site.Returned && !IsKept ? ALLOCSITE_SITE_RETURNED : 0) |
                 (isOfLibrary(Frame) ? ALLOCSITE_SITE_OF_LIBRARY : 0) |
                 (OfBlocks ? ALLOCSITE_SITE_BLOCK : 0) |
                 (Site.Creates ? ALLOCSITE_SITE_CREATES : 0) |
                 ALLOCSITE_SITE_LEVEL(Site.Level);
  Record.Family = string(Site.Family);
  auto [Entry, New] = SiteIndex.try_emplace({Record.Frame, Record.Function, Record.Allocator,
                                             Record.Type, Record.Ordinal, Record.Flags},
                                            Tables.Sites.size());
  if (New)
    Tables.Sites.push_back(Record);
  return Entry->second;
}

CallNumber Numbering::numberOf(const AllocSiteCallSite &Call, bool Shares) {
  auto [Known, New] =
      CallSiteIndex.try_emplace({Call.Frame, Call.Function, Call.Callee, Call.Type, Shares},
                                CallNumber{uint32_t(Tables.CallSites.size()), Ids});
  if (!New)
    return Known->second;
  bool IsNewId = true;
  if (Shares) {
    // Calls with the same callee get different ids, so that the callee identifies the call.
    unsigned Chains = ChainsTo[{Call.Function, Call.Callee}]++;
    auto [Group, IsFirst] = SharedIds.try_emplace({Call.Function, Chains}, Ids);
    Known->second.Id = Group->second;
    IsNewId = IsFirst;
  }
  Ids += IsNewId;
  Tables.CallSites.push_back(Call);
  return Known->second;
}

/// What a member of the C++ library's strings allocates; "" for all other functions.
static StringRef typeOfMember(StringRef Symbol) {
  static constexpr struct {
    StringLiteral Begin, Type;
  } Members[] = {{"_ZNSt7__cxx1112basic_stringIc", "std::string"},
                 {"_ZNSt7__cxx1112basic_stringIw", "std::wstring"},
                 {"_ZNSs", "std::string"},
                 {"_ZNSt3__112basic_stringIc", "std::string"},
                 {"_ZNSt3__112basic_stringIw", "std::wstring"}};
  for (const auto &Each : Members)
    if (Symbol.take_front(Each.Begin.size()) == Each.Begin)
      return Each.Type;
  return "";
}

CallNumber Numbering::callSite(const DILocation *Location, const Function &F,
                               const Function *Callee, bool Shares, bool IsOfLibrary) {
  // A site in the library, or in a wrapper, shows the place of the call into it. An inlined
  // part of these may call another such function through a pointer.
  notePlaces(Location, F, Callee ? withoutCloneSuffix(Callee->getName()) : "");
  bool HasPlace = Callee ? IsOfLibrary || Frames.isTransparent(Callee->getName())
                         : Location && Location->getInlinedAt() &&
                               Frames.isTransparent(Frames.symbolOf(*Location));
  AllocSiteCallSite Call{};
  Call.Frame = chain(Frames.chain(Location, F, Callee ? Callee->getName() : ""),
                     [&](const SourcePlace &At, bool) {
                       if (HasPlace)
                         return FramePlace{At, 0};
                       return HasLines ? lineOf(At) : FramePlace();
                     });
  Call.Function = function(F);
  // All clones of a function are one callee.
  if (Callee) {
    StringRef Symbol = withoutCloneSuffix(Callee->getName());
    Call.Callee = functionNamed(Symbol);
    StringRef Type = HasPlace ? typeBehind(Symbol, Location, F) : StringRef();
    if (Type.empty() && Callee->isDeclaration())
      Type = typeOfMember(Symbol);
    Call.Type = string(Type == NoType ? "" : Type);
  }
  const CallNumber Its = numberOf(Call, Shares);
  if (!Callee && HasPlace && Names.kind(Frames.symbolOf(*Location)).Wrapper)
    Tables.WrapperCalls.insert(Its.Record);
  return Its;
}

/// Calls of functions that are frames of stacks, which allocators and transparent ones are not.
bool Numbering::isCallOfFrame(StringRef Symbol) {
  return !Symbol.empty() && !Frames.isTransparent(Symbol) && !Frames.isAllocator(Symbol);
}

/// Not where Clang keeps line numbers for remarks alone, which change no object.
static bool hasDebugInfo(const DILocation *Of) {
  const DISubprogram *In = Of ? Of->getScope()->getSubprogram() : nullptr;
  const DICompileUnit *Unit = In ? In->getUnit() : nullptr;
  return Unit && Unit->getEmissionKind() != DICompileUnit::NoDebug;
}

void Numbering::notePlaces(const DILocation *Location, const Function &F, StringRef Callee) {
  if (!hasDebugInfo(Location))
    return;
  for (const SourceFunction &Each : Frames.functionsAt(Location, F)) {
    if (Frames.isTransparent(Each.Symbol))
      continue; // Its calls are attributed to its caller.
    SourcePlace At = Each.At ? placeOf(*Each.At, &Files) : SourcePlace();
    if (!At.File.empty() && isCallOfFrame(Callee)) {
      PlacesOfCalls &Known = PlacesByEnds[{functionNamed(Callee), functionNamed(Each.Symbol)}];
      if (Known.At.empty())
        Known.File = At.File;
      if (Known.File == At.File)
        Known.At.insert({At.Line, At.Column});
    }
    Callee = Each.Symbol;
  }
}

bool Numbering::addPlacesOfCalls() {
  if (PlacesByEnds.empty())
    return false;
  Calls = uint32_t(Tables.CallSites.size());
  for (const auto &[Ends, Places] : PlacesByEnds) {
    AllocSiteFrame At{Ends.second,
                      string(Places.File),
                      Places.At.begin()->first,
                      Places.At.begin()->second,
                      Places.At.size() > 1 ? uint32_t(Places.At.size()) : 0,
                      0};
    AllocSiteCallSite Call{};
    Call.Frame = uint32_t(Tables.Frames.size());
    Call.Function = Ends.second;
    Call.Callee = Ends.first;
    Tables.Frames.push_back(At);
    Tables.CallSites.push_back(Call);
  }
  return true;
}

} // namespace allocsite
