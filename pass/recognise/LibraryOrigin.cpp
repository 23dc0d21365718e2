//===- LibraryOrigin.cpp - Functions that come from a library's header ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryOrigin.h"
#include "SourceAnswers.h"
#include "support/Paths.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace allocsite {

/// True for paths of headers installed by packages, by `make install`, or with the compiler.
static bool isInstalled(StringRef Path) {
  for (StringRef Root : {"/usr/include/", "/usr/local/include/", "/usr/lib/", "/usr/lib64/",
                         "/rustc/" /* of rustc's library */})
    if (Path.take_front(Root.size()) == Root)
      return true;
  // The compiler's own, wherever that is: lib/clang/19/include.
  size_t OfClang = Path.find("/lib/clang/");
  return OfClang != StringRef::npos && Path.find("/include/", OfClang) != StringRef::npos;
}

static std::string wholePath(const DIFile &File) {
  std::string Name = File.getFilename().str();
  return sys::path::is_absolute(Name) ? Name : (File.getDirectory() + "/" + Name).str();
}

/// As the compiler found it, and whole. Without debug information, the file that is compiled.
static std::vector<std::string> pathsOfFile(const Function &F) {
  const DISubprogram *Subprogram = F.getSubprogram();
  if (!Subprogram || !Subprogram->getFile())
    return {F.getParent()->getSourceFileName()};
  const DIFile &File = *Subprogram->getFile();
  return {File.getFilename().str(), withoutDots(wholePath(File))};
}

namespace {

class Origins {
public:
  /// True if `F` comes from a header of the system.
  bool isOfSystem(const Function &F) {
    const DISubprogram *Subprogram = F.getSubprogram();
    if (!Subprogram || !Subprogram->getFile())
      return sourceWasRead() && source()->IsOfSystem(F.getName().str().c_str());
    auto [Known, New] = Files.try_emplace(Subprogram->getFile(), false);
    if (New)
      Known->second = isOfSystem(*Subprogram);
    return Known->second;
  }

private:
  static bool isOfSystem(const DISubprogram &Subprogram) {
    const DIFile &File = *Subprogram.getFile();
    const std::string Whole = wholePath(File);
    if (sourceWasRead())
      for (const std::string &Path : {File.getFilename().str(), Whole})
        if (std::optional<bool> Said = said(Path))
          return *Said;
    // A program that is compiled there is none of its own libraries.
    return isInstalled(Whole) &&
           !(Subprogram.getUnit() && Subprogram.getUnit()->getFile() == &File);
  }

  static std::optional<bool> said(const std::string &Path) {
    switch (source()->KindOfFile(Path.c_str())) {
    case FileOfSystem:
      return true;
    case FileOfProgram:
      return false;
    default:
      return std::nullopt;
    }
  }

  DenseMap<const DIFile *, bool> Files;
};

} // namespace

bool isOfInstalledHeader(const Function &F) { return Origins().isOfSystem(F); }

const Rule *ruleOfFrame(const Function &F, const Config &Configured, NameTable &Names) {
  if (Configured.ofFrames().empty())
    return nullptr;
  return Configured.ofFrames().find(
      withoutCloneSuffix(F.getName()),
      [&]() -> const FunctionName & { return Names.get(F.getName()); },
      F.isDeclaration() ? std::vector<std::string>() : pathsOfFile(F));
}

HiddenFunctions findHidden(const Module &M, const Config &Configured, NameTable &Names,
                           AllocatorTable &Allocators, const Options &Opts) {
  HiddenFunctions Found;
  if (Opts.Frames == FrameChoice::Raw)
    return Found;
  Origins From;
  for (const Function &F : M) {
    const FunctionKind &Kind = Names.kind(F.getName());
    if (F.isDeclaration() || Kind.Wrapper || Kind.Thunk || F.getName() == "main")
      continue;
    bool IsHidden = Kind.Library;
    if (const Rule *R = ruleOfFrame(F, Configured, Names))
      IsHidden = !R->makesFrames();
    else if (!IsHidden && Opts.Frames == FrameChoice::Source)
      IsHidden = From.isOfSystem(F);
    if (IsHidden && (Allocators.find(F) || !Allocators.familyOf(F.getName(), M).empty()))
      IsHidden = false;
    if (IsHidden != Kind.Hidden)
      Found.push_back({withoutCloneSuffix(F.getName()).str(), IsHidden});
  }
  return Found;
}

} // namespace allocsite
