//===- Coverage.cpp - What allocates and is not seen ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Coverage.h"
#include "Platform.h"
#include "allocsite/SystemAllocators.h"
#include "profile/Files.h"

namespace allocsite {

Surroundings *Surroundings::take() {
  auto *New = static_cast<Surroundings *>(mapPages(sizeof(Surroundings)));
  if (!New)
    return nullptr;
  New->Count = readLoadedObjects(New->Objects, MostObjects);
  return New;
}

void Surroundings::release(Surroundings *Old) {
  if (Old)
    unmapPages(Old, sizeof(Surroundings));
}

void Surroundings::addModules(const LoadedModule *Loaded, uint32_t ModuleCount) {
  for (uint32_t I = 0; I < ModuleCount; ++I) {
    uint32_t Flags = Loaded[I].Tables.Flags;
    uintptr_t At = reinterpret_cast<uintptr_t>(Loaded[I].From);
    for (unsigned J = 0; J < Count; ++J) {
      SeenObject &Object = Objects[J];
      if (At < Object.Begin || At >= Object.End)
        continue;
      ++Object.Modules;
      Object.Referred |= ALLOCSITE_MODULE_ALLOCATORS_OF(Flags);
      Object.RefersUnknown |= !(Flags & ALLOCSITE_MODULE_REFERS);
      break;
    }
  }
}

void Surroundings::addCalls(TextRef Name, uint64_t Calls, bool AreOfLibrary) {
  for (unsigned I = 0; I < Count; ++I)
    if (lastPart(Objects[I].Path) == Name) {
      Objects[I].Calls += Calls;
      Objects[I].OwnCalls += AreOfLibrary ? 0 : Calls;
      return;
    }
}

//===----------------------------------------------------------------------===//
// What is missing
//===----------------------------------------------------------------------===//

bool Surroundings::isMissing(const SeenObject &Object) const {
  return !Object.IsSystem && !Object.Modules && Object.Called;
}

/// The allocators that code without the pass calls in an object with modules. Malloc and
/// memset become calloc in the optimiser, also at the link, behind the pass. A program that
/// has the C++ library in itself imports what that calls.
uint32_t Surroundings::callsOfOthers(const SeenObject &Object) const {
  if (Object.IsSystem || !Object.Modules || Object.RefersUnknown)
    return 0;
  uint32_t Referred = Object.Referred;
  if (Referred & ALLOCSITE_SYSTEM_MALLOC)
    Referred |= ALLOCSITE_SYSTEM_CALLOC;
  return Referred & ~Object.Imports & ~(ALLOCSITE_SYSTEM_MALLOC | ALLOCSITE_SYSTEM_CALLOC)
             ? 0
             : Object.Called & ~Referred;
}

/// Where builds put libraries, from the directory of a program and those above it: in that
/// directory, libtool's, and those of CMake and Meson.
static const char *const LibraryPlaces[] = {"",           ".libs/", "lib/",
                                            "lib/.libs/", "src/",   "src/.libs/"};
static const char *const ProgramPlaces[] = {"", "../", "../../"};

/// A library of the system that lies, of the same name, with the program too, so that the
/// program was meant to be run with that; null if there is none.
const SeenObject *Surroundings::findTwin(const char *Program) {
  const char *Slash = strrchr(Program, '/');
  if (!Slash)
    return nullptr;
  TextRef Place(Program, static_cast<size_t>(Slash + 1 - Program));
  for (unsigned I = 0; I < Count; ++I) {
    const SeenObject &Object = Objects[I];
    struct stat Its, Other;
    if (Object.IsExecutable && Object.IsSystem)
      return nullptr;
    if (!Object.IsSystem || Object.IsExecutable || !Object.Imports ||
        isLanguageRuntime(Object.Path) || statusOf(Object.Path, &Its) != 0)
      continue;
    for (const char *Above : ProgramPlaces)
      for (const char *Folder : LibraryPlaces) {
        Text Twin(TwinPath, sizeof(TwinPath));
        Twin.add(Place).add(Above).add(Folder).add(lastPart(Object.Path));
        if (!Twin.cut() && statusOf(TwinPath, &Other) == 0 && S_ISREG(Other.st_mode) &&
            (Other.st_ino != Its.st_ino || Other.st_dev != Its.st_dev) &&
            !isSystemPath(TwinPath))
          return &Object;
      }
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The line
//===----------------------------------------------------------------------===//

static const char *const Names[] = {
#define ALLOCATOR(Symbol, Shown) Shown,
    ALLOCSITE_SYSTEM_ALLOCATORS(ALLOCATOR)
#undef ALLOCATOR
};

bool isSystemAllocator(TextRef Shown) {
  for (size_t I = 0; I < Shown.Size; ++I) // operator new(unsigned long, …), malloc (failed)
    if (Shown.Bytes[I] == '(')
      Shown.Size = I && Shown.Bytes[I - 1] == ' ' ? I - 1 : I;
  for (const char *Name : Names)
    if (Shown == TextRef(Name))
      return true;
  constexpr char OfRust[] = "__rust_";
  return Shown.Size > strlen(OfRust) && !memcmp(Shown.Bytes, OfRust, strlen(OfRust));
}

/// "malloc, realloc and strdup"
static void addAllocators(Text &To, uint32_t Bits) {
  const char *Separator = "";
  for (const char *Name : Names) {
    if (Bits & 1) {
      To.add(Separator).add(Name);
      Separator = (Bits >> 1 & (Bits >> 1) - 1) ? ", " : " and ";
    }
    Bits >>= 1;
  }
}

/// "libone.so, libtwo.so and 3 more", of up to three that Picks.
template <typename Predicate>
static uint32_t addObjects(Text &To, const SeenObject *Objects, unsigned Count,
                           Predicate Picks) {
  uint32_t Found = 0, Named = 0, Allocators = 0;
  for (unsigned I = 0; I < Count; ++I)
    Found += Picks(Objects[I]);
  for (unsigned I = 0; I < Count && Named < 3; ++I) {
    if (!Picks(Objects[I]))
      continue;
    if (Named)
      To.add(Named + 1 == Found ? " and " : ", ");
    To.add(Found == 1 ? TextRef(Objects[I].Path) : lastPart(Objects[I].Path));
    ++Named;
  }
  if (Found > Named)
    To.add(" and ").number(uint64_t(Found - Named)).add(" more");
  for (unsigned I = 0; I < Count; ++I)
    if (Picks(Objects[I]))
      Allocators |= Objects[I].Called;
  To.add(Found == 1 ? " calls " : " call ");
  addAllocators(To, Allocators);
  return Found;
}

TextRef Surroundings::describe(const char *Program, const SeenCounts &Counted,
                               const LoadedModule *Loaded, uint32_t ModuleCount) {
  addModules(Loaded, ModuleCount);
  Text To(Line, sizeof(Line));
  auto add = [&](auto Describe) {
    Text Part(Json, sizeof(Line)); // Json is made later.
    Describe(Part);
    if (Part.size())
      To.add(To.size() ? "; " : "").add(Part.ref());
  };
  add([&](Text &Part) { describe(Part, Program, Counted); });
  add([&](Text &Part) { describeStacks(Part, Counted.Stacks); });
  return To.ref();
}

/// A fiber's stack ends where the fiber began, and naked functions may end one: that is told where
/// it is much.
void Surroundings::describeStacks(Text &To, const StackSums &Of) {
  if (Of.Others) {
    To.number(Of.Others).add(" of ").number(Of.Compared);
    To.add(" stacks that were compared were not those of their contexts: code without the "
           "pass has thrown or jumped past code that has it");
    return;
  }
  if (Of.Stale < 10 || Of.Stale < Of.Learnt / 4)
    return;
  To.number(Of.Stale).add(" of ").number(Of.Learnt);
  To.add(" stacks end before the beginning of their threads: link without "
         "-Wl,--no-eh-frame-hdr, or expect that of fibers");
}

/// "31 % (1234 of 4000)"
static void addShare(Text &To, uint64_t Part, uint64_t Of) {
  const uint64_t Percent =
      Of < UINT64_MAX / 200 ? (Part * 200 / Of + 1) / 2 : Part / (Of / 100);
  if (Percent)
    To.number(Percent).add(" %");
  else
    To.add("less than 1 %");
  To.add(" of the calls (").number(Part).add(" of ").number(Of).add(")");
}

/// Calls of the program's own code that was not compiled with the pass, if they are much.
bool Surroundings::describeOwn(Text &To, uint64_t Calls) const {
  const SeenObject *Most = nullptr;
  for (unsigned I = 0; I < Count; ++I)
    if (!Objects[I].IsSystem && (!Most || Objects[I].OwnCalls > Most->OwnCalls))
      Most = &Objects[I];
  if (!Most || Most->OwnCalls < 20 || Most->OwnCalls < Calls / 20)
    return false;
  addShare(To, Most->OwnCalls, Calls);
  if (Most->Modules)
    To.add(Most->OwnCalls == 1 ? " is" : " are")
        .add(" made by parts of ")
        .add(Most->Path)
        .add(" that were not compiled with the pass: look for object files and static "
             "libraries "
             "that were built without -fpass-plugin=");
  else
    To.add(Most->OwnCalls == 1 ? " is" : " are")
        .add(" made by ")
        .add(Most->Path)
        .add(
            ", which was not compiled with the pass: add -fpass-plugin= where it is built, to "
            "see its functions");
  return true;
}

/// Where nothing stands in front of malloc.
void Surroundings::describePartial(Text &To) {
  switch (whyPartial()) {
  case WhyPartial::Nothing:
  case WhyPartial::AsAsked:
    return;
  case WhyPartial::Static:
    To.add(
        "what libraries allocate is not counted: the program is static; link it dynamically");
    return;
  case WhyPartial::OwnMalloc:
    To.add("what libraries allocate is not counted: the program has a malloc of its own in "
           "itself; link that dynamically");
    return;
  case WhyPartial::Hidden:
    To.add("what libraries allocate is not counted: the link hides malloc and its kin in the "
           "program, as a version script does: leave malloc, free, operator new and delete "
           "global there");
    return;
  case WhyPartial::Behind:
    To.add(
        "what libraries allocate is not counted: liballocsite.so is behind the C library; run "
        "with LD_PRELOAD=liballocsite.so");
    return;
  case WhyPartial::Sanitized:
    To.add(
        "what libraries allocate is not counted: the program has the malloc of a sanitizer");
    return;
  }
}

/// Without calls to go by: the objects and parts of them that allocate and were not compiled with
/// the pass.
void Surroundings::describeParts(Text &To) {
  bool HasMissing = false;
  const SeenObject *Part = nullptr;
  for (unsigned I = 0; I < Count; ++I) {
    HasMissing |= isMissing(Objects[I]);
    if (callsOfOthers(Objects[I]))
      Part = &Objects[I];
  }
  if (HasMissing) {
    unsigned Found = addObjects(To, Objects, Count,
                                [this](const SeenObject &Each) { return isMissing(Each); });
    To.add(Found == 1 ? ", and was" : ", and were");
    To.add(" not compiled with the pass: add -fpass-plugin= where ");
    To.add(Found == 1 ? "it is built" : "they are built");
  } else if (Part) {
    To.add("part of ").add(Part->Path).add(" was not compiled with the pass, and calls ");
    addAllocators(To, callsOfOthers(*Part));
    To.add(": look for object files and static libraries that were built without "
           "-fpass-plugin=");
  }
}

void Surroundings::describe(Text &To, const char *Program, const SeenCounts &Of) {
  if (const SeenObject *Object = findTwin(Program)) {
    TextRef Folder(TwinPath, static_cast<size_t>(lastPart(TwinPath).Bytes - TwinPath - 1));
    To.add(Object->Path).add(" was loaded, and not ").add(TwinPath);
    To.add(": run the program with LD_LIBRARY_PATH=").add(Folder);
    return;
  }
  if (!Of.isWhole) {
    describeParts(To);
    if (!To.size())
      describePartial(To);
    return;
  }
  if (!Of.Calls || describeOwn(To, Of.Calls) || Of.WithoutCallers < 100 ||
      Of.WithoutCallers < Of.Calls / 20)
    return;
  addShare(To, Of.WithoutCallers, Of.Calls);
  To.add(Of.WithoutCallers == 1 ? " has" : " have");
  To.add(
      " no known callers in the program: threads that libraries make, code that runs before "
      "the program's, or code that it was called by without the pass");
}

//===----------------------------------------------------------------------===//
// The table of the log
//===----------------------------------------------------------------------===//

static void addString(Text &To, TextRef Value) {
  To.add('"');
  for (size_t I = 0; I < Value.Size; ++I) {
    unsigned char Byte = static_cast<unsigned char>(Value.Bytes[I]);
    if (Byte == '"' || Byte == '\\')
      To.add('\\');
    if (Byte < 0x20)
      To.add('?');
    else
      To.add(Value.Bytes[I]);
  }
  To.add('"');
}

TextRef Surroundings::json(const SeenCounts &Counted) {
  if (!*Line && !Counted.isWhole)
    return TextRef();
  Text To(Json, sizeof(Json));
  To.add("{\"version\":1,\n \"line\":");
  addString(To, Line);
  To.add(",\n \"allocations\":").number(Counted.Allocations);
  if (Counted.Stacks.Learnt) {
    To.add(",\n \"stacks\":").number(Counted.Stacks.Learnt);
    To.add(",\n \"cut stacks\":").number(Counted.Stacks.Stale);
    To.add(",\n \"compared stacks\":").number(Counted.Stacks.Compared);
    To.add(",\n \"other stacks\":").number(Counted.Stacks.Others);
  }
  if (Counted.isWhole) {
    To.add(",\n \"calls\":").number(Counted.Calls);
    To.add(",\n \"counted\":").number(Counted.Calls);
    To.add(",\n \"of libraries\":").number(Counted.OfLibraries);
    To.add(",\n \"without callers\":").number(Counted.WithoutCallers);
  }
  To.add(",\n \"objects\":[");
  for (unsigned I = 0; I < Count; ++I) {
    const SeenObject &Object = Objects[I];
    To.add(I ? ",\n  {\"path\":" : "\n  {\"path\":");
    addString(To, Object.Path);
    To.add(",\"modules\":").number(uint64_t(Object.Modules));
    To.add(",\"system\":").add(Object.IsSystem ? "true" : "false");
    To.add(",\"calls\":\"");
    addAllocators(To, Object.Called);
    To.add('"');
    if (Object.Calls)
      To.add(",\"of code without the pass\":").number(Object.Calls);
    To.add('}');
  }
  To.add("\n ]}\n");
  return To.cut() ? TextRef() : To.ref();
}

} // namespace allocsite
