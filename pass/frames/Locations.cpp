//===- Locations.cpp - Debug locations where the program has none ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Locations.h"
#include "support/Compat.h"
#include "support/Compilation.h"
#include "support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace allocsite {

static constexpr char Producer[] = "allocsite";
static constexpr char VersionFlag[] = "Debug Info Version";

/// Lines from here on number the calls that are not allocations.
static constexpr unsigned FirstOtherCall = 1u << 30;

static bool isMade(const DISubprogram *Subprogram) {
  const DICompileUnit *Unit = Subprogram ? Subprogram->getUnit() : nullptr;
  return Unit && Unit->getEmissionKind() == DICompileUnit::NoDebug &&
         Unit->getProducer() == Producer;
}

void makeLocations(Module &M, const std::function<unsigned(const CallBase &)> &OrdinalOf) {
  auto NeedsOne = [](const Function &F) { return !F.isDeclaration() && !F.getSubprogram(); };
  if (none_of(M, NeedsOne))
    return;
  // Without it, locations do not survive being written to a file.
  if (!M.getModuleFlag(VersionFlag))
    M.addModuleFlag(Module::Warning, VersionFlag, DEBUG_METADATA_VERSION);
  DIBuilder Builder(M, /*AllowUnresolved=*/false);
  DIFile *File = Builder.createFile(M.getSourceFileName(), "");
  createCompileUnit(Builder, File, Producer);
  DISubroutineType *Type = Builder.createSubroutineType(Builder.getOrCreateTypeArray({}));
  for (Function &F : M) {
    if (!NeedsOne(F))
      continue;
    DISubprogram *Subprogram =
        Builder.createFunction(File, F.getName(), F.getName(), File, 0, Type, 0,
                               DINode::FlagZero, DISubprogram::SPFlagDefinition);
    F.setSubprogram(Subprogram);
    unsigned Others = FirstOtherCall;
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        if (auto *Call = dyn_cast<CallBase>(&I)) {
          unsigned Ordinal = OrdinalOf(*Call);
          unsigned Line = Ordinal ? Ordinal : Others++;
          // Lifetimes and the like are many, and never become code.
          if (auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
              !Intrinsic || !Intrinsic->isAssumeLikeIntrinsic())
            I.setDebugLoc(DILocation::get(M.getContext(), Line, 0, Subprogram));
        }
  }
  Builder.finalize();
}

/// `Location` without made scopes: the part of the chain outside the outermost of
/// them.
static const DILocation *withoutMadeScopes(const DILocation *Location) {
  const DILocation *Kept = Location;
  for (const DILocation *At = Location; At; At = At->getInlinedAt())
    if (isMade(At->getScope()->getSubprogram()))
      Kept = At->getInlinedAt();
  return Kept;
}

static void dropMadeLocations(Function &F) {
  bool Made = isMade(F.getSubprogram());
  // A variable of an inlined function: without the scopes around it, its
  // location would be in another function.
  auto IsAffected = [&](const DILocation *Location) {
    return Made || withoutMadeScopes(Location) != Location;
  };
  for (BasicBlock &Block : F)
    for (Instruction &I : make_early_inc_range(Block)) {
      if (dropDebugRecords(I, IsAffected))
        continue;
      if (const DILocation *Location = I.getDebugLoc().get())
        I.setDebugLoc(DebugLoc(withoutMadeScopes(Location)));
      if (I.isTerminator())
        updateLoopMetadataDebugLocations(I, [](Metadata *Operand) -> Metadata * {
          if (auto *Location = dyn_cast_or_null<DILocation>(Operand))
            return const_cast<DILocation *>(withoutMadeScopes(Location));
          return Operand;
        });
    }
  if (Made)
    F.setSubprogram(nullptr);
}

void dropMadeLocations(Module &M) {
  for (Function &F : M)
    dropMadeLocations(F);
  NamedMDNode *Units = M.getNamedMetadata("llvm.dbg.cu");
  if (!Units)
    return;
  SmallVector<MDNode *, 4> Kept;
  for (MDNode *Unit : Units->operands())
    if (cast<DICompileUnit>(Unit)->getProducer() != Producer)
      Kept.push_back(Unit);
  Units->clearOperands();
  for (MDNode *Unit : Kept)
    Units->addOperand(Unit);
  if (!Kept.empty())
    return;
  Units->eraseFromParent();
  dropModuleFlag(M, VersionFlag);
}

/// Whether a file of Rust is of another directory than that of the program: `src/lib.rs` would be in
/// each crate. Those of the library are known without it.
static bool needsDirectory(StringRef Directory, StringRef Path) {
  bool IsHere = false;
  return Path.take_back(3) == ".rs" && !sys::path::is_absolute(Path) &&
         sys::path::is_absolute(Directory) && Directory.take_front(7) != "/rustc/" &&
         (isForeignCrate() || sys::fs::equivalent(Directory, ".", IsHere) || !IsHere);
}

static std::string nameOfFile(const DILocation &Location, NamesOfFiles *Known) {
  std::string Found;
  std::string &Name = Known ? (*Known)[Location.getFile()] : Found;
  if (Name.empty()) {
    Name = pathFrom(Location.getDirectory(), Location.getFilename());
    if (needsDirectory(Location.getDirectory(), Name))
      Name = (Location.getDirectory() + "/" + Name).str();
  }
  return Name;
}

SourcePlace placeOf(const DILocation &Location, NamesOfFiles *Known) {
  if (isMade(Location.getScope()->getSubprogram())) {
    unsigned Line = Location.getLine();
    if (Line < FirstOtherCall)
      return {"", Line, 0};
    return {"", 0, Line - FirstOtherCall + 1};
  }
  if (!Location.getLine())
    return {};
  return {nameOfFile(Location, Known), Location.getLine(), Location.getColumn()};
}

std::string placeText(StringRef File, unsigned Line, unsigned Column, unsigned Repeat) {
  std::string Text = File.str() + ":" + std::to_string(Line) + ":" + std::to_string(Column);
  return Repeat > 1 ? Text + "#" + std::to_string(Repeat) : Text;
}

std::string ordinalText(StringRef Function, unsigned Ordinal) {
  return Function.str() + "#" + std::to_string(Ordinal);
}

static const std::string &nameOf(const DescriptorTables &Tables, uint32_t Function) {
  return Tables.Strings[Tables.Functions[Function].Name];
}

/// Without a place where the frame has none.
static SiteText textOfFrame(const DescriptorTables &Tables, uint32_t Frame) {
  SiteText Text;
  const AllocSiteFrame &At = Tables.Frames[Frame];
  Text.Function = nameOf(Tables, At.Function);
  if (At.File)
    Text.Place = placeText(Tables.Strings[At.File], At.Line, At.Column, At.Repeat);
  else if (At.Line)
    Text.Place = ordinalText(Text.Function, At.Line);
  return Text;
}

SiteText textOfSite(const DescriptorTables &Tables, const AllocSiteSite &Site) {
  SiteText Text = textOfFrame(Tables, Site.Frame);
  Text.InLibrary = !Site.Frame || Site.Flags & ALLOCSITE_SITE_OF_LIBRARY;
  if (!Site.Frame)
    Text.Function = nameOf(Tables, Site.Function);
  if (Text.Place.empty())
    Text.Place = ordinalText(nameOf(Tables, Site.Function), Site.Ordinal);
  return Text;
}

SiteText textOfCall(const DescriptorTables &Tables, const AllocSiteCallSite &Call) {
  return textOfFrame(Tables, Call.Frame);
}

} // namespace allocsite
