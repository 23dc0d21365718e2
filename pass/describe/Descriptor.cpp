//===- Descriptor.cpp - Builds the module descriptor ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptor.h"
#include "mark/CopyMarks.h"
#include "mark/Locations.h"
#include "mark/RecursionMarks.h"
#include "support/Compat.h"
#include "support/Sections.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace allocsite {

DescriptorBuilder::DescriptorBuilder(Module &M, NameTable &Names,
                                     AllocatorTable &Allocators,
                                     SubprogramSymbols Symbols, CallTypes Types)
    : M(M), Names(Names), Allocators(Allocators), Symbols(std::move(Symbols)),
      Types(std::move(Types)) {}

uint32_t DescriptorBuilder::string(StringRef Text) {
  if (Text.empty())
    return 0;
  auto [Entry, New] = StringIndex.try_emplace(Text, Tables.Strings.size());
  if (New) // an embedded NUL would end the string for every reader
    Tables.Strings.push_back(Text.take_until([](char C) { return !C; }).str());
  return Entry->second;
}

bool DescriptorBuilder::isTransparent(StringRef Symbol) {
  const FunctionKind &Kind = Names.kind(Symbol);
  return Kind.Thunk || Kind.Wrapper || Kind.Hidden;
}

bool DescriptorBuilder::isOfOtherLibrary(StringRef Symbol) {
  const FunctionKind &Kind = Names.kind(Symbol);
  return Kind.Hidden && !Kind.Library && !Kind.Wrapper;
}

bool DescriptorBuilder::hasFrame(const CallBase &Call) {
  const DILocation *At = Call.getDebugLoc().get();
  for (; At && At->getInlinedAt(); At = At->getInlinedAt())
    if (!isTransparent(symbolOf(*At)))
      return true;
  return !isTransparent(Call.getFunction()->getName());
}

bool DescriptorBuilder::isAllocator(StringRef Symbol) const {
  return !Allocators.familyOf(Symbol, M).empty();
}

bool DescriptorBuilder::areVariants(StringRef A, StringRef B) {
  // Asked of every call: what is not mangled has no variants.
  if (A.substr(0, 2) != "_Z" || B.substr(0, 2) != "_Z" ||
      withoutCloneSuffix(A) == withoutCloneSuffix(B))
    return false;
  const FunctionName &Name = Names.get(A);
  return Name.Structor && Name.Display == Names.get(B).Display;
}

uint32_t DescriptorBuilder::functionNamed(StringRef Symbol) {
  auto [Entry, New] = FunctionIndex.try_emplace(Symbol, Tables.Functions.size());
  if (New) {
    StringRef Plain = Symbol;
    Plain.consume_front("\1");
    AllocSiteFunction Record{};
    Record.Name = string(Names.get(Symbol).Display);
    setSymbol(Record, Plain.str(), Tables.Strings[Record.Name]);
    Record.Family = string(Allocators.familyOf(Symbol, M));
    if (isTransparent(Symbol))
      Record.Flags |= ALLOCSITE_FUNCTION_TRANSPARENT;
    if (Names.kind(Symbol).Wrapper)
      Tables.Wrappers.insert(Entry->second);
    if (const GlobalValue *Value = M.getNamedValue(Symbol))
      if (Value->hasLocalLinkage())
        Record.Flags |= ALLOCSITE_FUNCTION_LOCAL;
    Tables.Functions.push_back(Record);
  }
  return Entry->second;
}

uint32_t DescriptorBuilder::function(const Function &F) {
  return functionNamed(symbolInProfile(F));
}

void DescriptorBuilder::setInstrumented(const Function &F) {
  Tables.Functions[function(F)].Flags |=
      ALLOCSITE_FUNCTION_INSTRUMENTED |
      (returnsAll(F) ? ALLOCSITE_FUNCTION_RETURNS : 0);
}

void DescriptorBuilder::addAlias(const GlobalAlias &Alias) {
  auto *F = dyn_cast<Function>(Alias.stripPointerCastsAndAliases());
  if (!F)
    return;
  uint32_t Index = functionNamed(Alias.getName());
  Tables.Functions[Index].Aliasee = function(*F);
}

StringRef DescriptorBuilder::symbolOf(const DILocation &Location) const {
  const DISubprogram *Subprogram = Location.getScope()->getSubprogram();
  auto Known = Symbols.find(Subprogram);
  if (Known != Symbols.end())
    return Known->second;
  StringRef Linkage = Subprogram->getLinkageName();
  return Linkage.empty() ? Subprogram->getName() : Linkage;
}

uint32_t DescriptorBuilder::frame(StringRef Symbol, const FramePlace &Place,
                                  uint32_t Outer) {
  AllocSiteFrame Record{functionNamed(Symbol), string(Place.At.File),
                        Place.At.Line,         Place.At.Column,
                        Place.Repeat,          Outer};
  auto [Entry, New] = FrameIndex.try_emplace(
      {Record.Function, Record.File, Record.Line, Record.Column, Record.Repeat,
       Record.Outer},
      Tables.Frames.size());
  if (New)
    Tables.Frames.push_back(Record);
  return Entry->second;
}

/// A frame as the location says it, innermost first.
struct LocatedFrame {
  StringRef Symbol;
  const DILocation *At; ///< Null: not known.
};

static SmallVector<LocatedFrame, 8>
framesOf(const DescriptorBuilder &Builder, const DILocation *Location,
         const Function &F, const DILocation *End) {
  SmallVector<LocatedFrame, 8> Found;
  for (; Location; Location = Location->getInlinedAt()) {
    // Copies that optimisers make keep the subprogram; the code is in F.
    StringRef Symbol = Location->getInlinedAt() ? Builder.symbolOf(*Location)
                                                : symbolInProfile(F);
    Found.push_back({Symbol, Location});
    if (End && isSameCopy(*End, *Location))
      break;
  }
  if (Found.empty())
    Found.push_back({symbolInProfile(F), nullptr});
  return Found;
}

/// What a call of `Callee` makes room for that stands at `Location`, or the call of what it
/// was inlined from, and so on out to the first frame: "" where none says it, and NoType where
/// one of them keeps it.
StringRef DescriptorBuilder::typeBehind(StringRef Callee, const DILocation *Location,
                                        const Function &F, const DILocation *End) {
  if (Types.empty())
    return "";
  for (const LocatedFrame &Each : framesOf(*this, Location, F, End)) {
    StringRef Type = Each.At ? Types.find(*Each.At, Callee) : "";
    if (!Type.empty() || !isTransparent(Each.Symbol))
      return Type;
    Callee = Each.Symbol;
  }
  return "";
}

/// Of the frames that are inlined in one another only the innermost has a place:
/// that of a site is shown, and callers are shown by name. A variant of what it calls,
/// `Called` if it is the innermost, is no frame beside that.
uint32_t DescriptorBuilder::chain(const DILocation *Location,
                                  const Function &F, StringRef Called,
                                  const PlaceOfInnermost &PlaceOf,
                                  const DILocation *End, bool OfLibraries) {
  SmallVector<LocatedFrame, 8> Located = framesOf(*this, Location, F, End);
  SmallVector<const LocatedFrame *, 8> Visible;
  auto isFrame = [&](StringRef Symbol) {
    return OfLibraries ? isOfOtherLibrary(Symbol) : !isTransparent(Symbol);
  };
  for (const LocatedFrame &Each : Located) {
    if (isFrame(Each.Symbol) && !areVariants(Each.Symbol, Called))
      Visible.push_back(&Each);
    Called = Each.Symbol;
  }
  uint32_t Outer = 0;
  for (const LocatedFrame *Each : reverse(Visible)) {
    FramePlace At;
    if (Each == Visible.front())
      At = PlaceOf(Each->At ? placeOf(*Each->At, &Files) : SourcePlace(),
                   /*IsOwn=*/Each == Located.begin());
    Outer = frame(Each->Symbol, At, Outer);
  }
  return Outer;
}

uint32_t DescriptorBuilder::siteChain(const DILocation *Location,
                                      const Function &F,
                                      const MarkedSite &Site,
                                      const DILocation *End) {
  auto PlaceOf = [&](const SourcePlace &At, bool IsOwn) {
    FramePlace Place{At, 0};
    if (IsOwn) {
      if (At.File.empty() && !At.Line)
        Place.At.Line = Site.Ordinal;
      Place.Repeat = Site.Repeat;
    }
    return Place;
  };
  uint32_t Frame = chain(Location, F, /*Called=*/"", PlaceOf, End);
  return Frame ? Frame
               : chain(Location, F, /*Called=*/"", PlaceOf, End, /*OfLibraries=*/true);
}

/// The function that the code of `F` up to the copy `End` stands for.
uint32_t DescriptorBuilder::holder(const Function &F, const DILocation *End) {
  return End && End->getInlinedAt() ? functionNamed(symbolOf(*End))
                                    : function(F);
}

/// Whether the frames from `Frame` on are shown only where no caller is one.
bool DescriptorBuilder::isOfLibrary(uint32_t Frame) const {
  return Tables.Functions[Tables.Frames[Frame].Function].Flags &
         ALLOCSITE_FUNCTION_TRANSPARENT;
}

uint32_t DescriptorBuilder::site(uint32_t Frame, const DILocation *Location,
                                 const Function &F, const MarkedSite &Site,
                                 const DILocation *End) {
  AllocSiteSite Record{};
  Record.Frame = Frame;
  Record.Function = holder(F, End);
  Record.Allocator = string(Site.Allocator);
  StringRef Type = Site.Type;
  if (Site.Returned && Type.empty())
    Type = typeBehind("", Location, F, End);
  const bool IsKept = Type == NoType; // Then no caller says what it is.
  Record.Type = string(IsKept ? "" : Type);
  Record.Ordinal = Site.Ordinal;
  Record.Flags = (Site.Arena ? ALLOCSITE_SITE_ARENA : 0) |
                 (Site.Returned && !IsKept ? ALLOCSITE_SITE_RETURNED : 0) |
                 (isOfLibrary(Frame) ? ALLOCSITE_SITE_OF_LIBRARY : 0) |
                 ALLOCSITE_SITE_LEVEL(Site.Level);
  Record.Family = string(Site.Family);
  auto [Entry, New] =
      SiteIndex.try_emplace({Record.Frame, Record.Function, Record.Allocator,
                             Record.Type, Record.Ordinal, Record.Flags},
                            Tables.Sites.size());
  if (New)
    Tables.Sites.push_back(Record);
  return Entry->second;
}

uint32_t DescriptorBuilder::callId(const AllocSiteCallSite &Call,
                                   bool Shares) {
  if (Ids > ALLOCSITE_FIRST_ID - 1)
    return 0;
  auto [Known, New] = CallSiteIndex.try_emplace(
      {Call.Frame, Call.Function, Call.Callee, Call.Type, Shares}, Ids);
  if (!New)
    return Known->second;
  if (Shares) {
    // Under one id no two calls have one callee: it tells which call it was.
    unsigned Chains = ChainsTo[{Call.Function, Call.Callee}]++;
    auto [Group, First] = SharedIds.try_emplace({Call.Function, Chains}, Ids);
    Known->second = Group->second;
    Ids += First;
  } else {
    ++Ids;
  }
  Tables.CallSites.push_back(Call);
  Tables.CallSites.back().Id = Known->second;
  return Known->second;
}

uint32_t DescriptorBuilder::callSite(const DILocation *Location,
                                     const Function &F, const Function *Callee,
                                     bool Shares, const DILocation *End) {
  // A site in the library, or a wrapper, belongs to the call into it and shows its place. What
  // was inlined of them may call another such function through a pointer.
  bool HasPlace = Callee ? isTransparent(Callee->getName())
                         : Location && Location->getInlinedAt() &&
                               isTransparent(symbolOf(*Location));
  AllocSiteCallSite Call{};
  Call.Frame = chain(
      Location, F, Callee ? Callee->getName() : "",
      [&](const SourcePlace &At, bool) {
        return HasPlace ? FramePlace{At, 0} : FramePlace();
      },
      End);
  Call.Function = holder(F, End);
  // The copies of a function are one callee.
  if (Callee) {
    StringRef Symbol = withoutCloneSuffix(Callee->getName());
    Call.Callee = functionNamed(Symbol);
    StringRef Type = HasPlace ? typeBehind(Symbol, Location, F, End) : StringRef();
    Call.Type = string(Type == NoType ? "" : Type);
  }
  const uint32_t Id = callId(Call, Shares);
  if (!Callee && HasPlace && Names.kind(symbolOf(*Location)).Wrapper)
    Tables.WrapperCalls.insert(Id);
  return Id;
}

uint32_t DescriptorBuilder::recursiveCallSite(const DILocation &Place,
                                              const Function &F, bool Shares,
                                              const DILocation *End) {
  AllocSiteCallSite Call{};
  Call.Frame = chain(
      &Place, F, /*Called=*/"",
      [](const SourcePlace &, bool) { return FramePlace(); }, End);
  Call.Function = holder(F, End);
  Call.Callee = functionNamed(withoutCloneSuffix(
      Place.getInlinedAt() ? symbolOf(Place) : F.getName()));
  // A function that was inlined everywhere is not there to tell calls apart.
  return callId(Call, Shares && !Place.getInlinedAt());
}

void DescriptorBuilder::tailCall(const Function &From, const Function *To) {
  AllocSiteTailCall Record{function(From), To ? function(*To) : 0};
  if (TailCallIndex.try_emplace({Record.From, Record.To}, true).second)
    Tables.TailCalls.push_back(Record);
}

/// A constant of the module that nobody but the descriptor refers to.
static GlobalVariable *constant(Module &M, Constant *Value, StringRef Name,
                                bool HasPointers) {
  auto *Global = new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                                    GlobalValue::PrivateLinkage, Value, Name);
  exemptFromSanitizers(*Global);
  placeApart(*Global, HasPointers);
  return Global;
}

/// A function of the library is no frame. Its name is shown where it holds a site
/// of which nothing better is known, and such names are long.
void DescriptorBuilder::dropUnshownNames() {
  std::vector<bool> HoldsSite(Tables.Functions.size());
  for (const AllocSiteSite &Site : Tables.Sites) {
    HoldsSite[Site.Function] = true;
    for (uint32_t At = Site.Frame; At; At = Tables.Frames[At].Outer)
      HoldsSite[Tables.Frames[At].Function] = true;
  }
  for (size_t I = 1; I < Tables.Functions.size(); ++I) {
    AllocSiteFunction &Function = Tables.Functions[I];
    bool HasSymbol = Function.SymbolLow || Function.SymbolHigh;
    if (HasSymbol && !HoldsSite[I] &&
        Function.Flags & ALLOCSITE_FUNCTION_TRANSPARENT)
      Function.Name = 0;
  }
}

GlobalVariable *DescriptorBuilder::emit(ThreadState &Thread, uint32_t Flags) {
  llvm::sort(Tables.CallSites, [](const auto &A, const auto &B) {
    return std::tie(A.Id, A.Callee) < std::tie(B.Id, B.Callee);
  });
  LLVMContext &Ctx = M.getContext();
  PointerType *PointerTy = pointerType(Ctx);
  auto Int32 = [&](uint32_t Value) -> Constant * {
    return ConstantInt::get(Type::getInt32Ty(Ctx), Value);
  };
  auto Pointer = [&](GlobalVariable *Global) -> Constant * {
    return Global ? ConstantExpr::getPointerCast(Global, PointerTy)
                  : Constant::getNullValue(PointerTy);
  };
  dropUnshownNames();
  std::string Bytes = encode(Tables);
  struct {
    uint32_t Version, Flags, SiteCount, IdCount, ByteCount;
    GlobalVariable *Bytes, *State;
    uint32_t CallIdCount, TagStartCount;
    GlobalVariable *CallIds, *TagStarts;
  } Values{ALLOCSITE_ABI_VERSION,
           Flags,
           uint32_t(Tables.Sites.size()),
           Ids,
           uint32_t(Bytes.size()),
           constant(M, ConstantDataArray::getString(Ctx, Bytes, false),
                    "allocsite.records", /*HasPointers=*/false),
           Thread.moduleState(),
           Thread.callIds().count(),
           Thread.tagStarts().count(),
           Thread.callIds().finish(),
           Thread.tagStarts().finish()};
  // One initialiser for each field, in the order of the one list.
  Constant *Fields[] = {
#define ALLOCSITE_MODULE(CType, IRType, Name) IRType(Values.Name),
#include "allocsite/Descriptors.inc"
  };
  return constant(M, ConstantStruct::getAnon(Ctx, Fields), "allocsite.module",
                  /*HasPointers=*/true);
}

} // namespace allocsite
