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

/// The break when the program started: what lies above it later is malloc's.
static uint64_t FirstBreak;

static uint64_t currentBreak() { return static_cast<uint64_t>(syscall(SYS_brk, 0)); }

void Surroundings::rememberHeap() { FirstBreak = currentBreak(); }

Surroundings *Surroundings::take() {
  auto *New = static_cast<Surroundings *>(mapPages(sizeof(Surroundings)));
  if (!New)
    return nullptr;
  New->Count = readLoadedObjects(New->Objects, MostObjects, New->Interposed);
  // Counted from the start alone: what malloc maps apart is more.
  New->HeapBytes = currentBreak() - FirstBreak;
  return New;
}

void Surroundings::release(Surroundings *Old) {
  if (Old)
    unmapPages(Old, sizeof(Surroundings));
}

void Surroundings::addModules(const LoadedModule *Loaded, uint32_t ModuleCount) {
  for (uint32_t I = 0; I < ModuleCount; ++I) {
    uint32_t Flags = Loaded[I].Tables.Flags;
    TakingModules += (Flags & ALLOCSITE_MODULE_TAKES_ADDRESS) != 0;
    CallingModules += (Flags & ALLOCSITE_MODULE_CALLS_POINTERS) != 0;
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

//===----------------------------------------------------------------------===//
// Calls that a preloaded library has seen
//===----------------------------------------------------------------------===//

void Surroundings::addCalls(uint64_t Counted) {
  uint64_t Missing = 0;
  Calls = __atomic_load_n(&Interposed->Others, __ATOMIC_RELAXED);
  for (const AllocSiteCaller &Caller : Interposed->Callers) {
    uintptr_t At = __atomic_load_n(&Caller.Address, __ATOMIC_RELAXED);
    uint64_t Its = __atomic_load_n(&Caller.Calls, __ATOMIC_RELAXED);
    Calls += Its;
    for (unsigned J = 0; At && J < Count; ++J) {
      SeenObject &Object = Objects[J];
      if (At < Object.Begin || At >= Object.End)
        continue;
      Object.Calls += Its;
      if (!Object.Modules)
        Missing += Its;
      break;
    }
  }
  Uncounted = Calls > Counted ? Calls - Counted : 0;
  if (Uncounted < Missing)
    Uncounted = Missing;
}

void Surroundings::describeUncounted(Text &To, uint64_t Counted) const {
  if (!Calls && Counted) {
    To.add(ALLOCSITE_INTERPOSED_LIBRARY
           " has seen no call of malloc: the program has a malloc "
           "of its own");
    return;
  }
  To.number(Uncounted).add(" of ").number(Calls);
  To.add(" calls of malloc and its kin are not counted");
  const char *Separator = ": ";
  uint64_t Left = Uncounted, Before = UINT64_MAX;
  const SeenObject *Last = nullptr;
  auto IsBehindLast = [&](const SeenObject &Each) {
    return Each.Calls < Before || (Each.Calls == Before && &Each > Last);
  };
  // The most first, up to four objects.
  for (unsigned Named = 0; Named < 4; ++Named) {
    const SeenObject *Next = nullptr;
    for (unsigned I = 0; I < Count; ++I)
      if (!Objects[I].Modules && Objects[I].Calls && IsBehindLast(Objects[I]) &&
          (!Next || Objects[I].Calls > Next->Calls))
        Next = &Objects[I];
    if (!Next)
      break;
    To.add(Separator).number(Next->Calls).add(" of ").add(lastPart(Next->Path));
    Separator = ", ";
    Left -= Next->Calls;
    Last = Next;
    Before = Next->Calls;
  }
  if (Left)
    To.add(Separator).number(Left).add(" of others");
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
  return Referred & ~Object.Imports &
                 ~(ALLOCSITE_SYSTEM_MALLOC | ALLOCSITE_SYSTEM_CALLOC |
                   ALLOCSITE_SYSTEM_STRINGS)
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
  for (size_t I = 0; I < Shown.Size; ++I) // operator new(unsigned long, …)
    if (Shown.Bytes[I] == '(')
      Shown.Size = I;
  for (const char *Name : Names)
    if (Shown == TextRef(Name))
      return true;
  return false;
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
  if (Interposed) {
    addCalls(Counted.OfSystem);
    describeUncounted(To, Counted.OfSystem);
  }
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

void Surroundings::describe(Text &To, const char *Program, const SeenCounts &Counted) {
  if (const SeenObject *Object = findTwin(Program)) {
    TextRef Folder(TwinPath, static_cast<size_t>(lastPart(TwinPath).Bytes - TwinPath - 1));
    To.add(Object->Path).add(" was loaded, and not ").add(TwinPath);
    To.add(": run the program with LD_LIBRARY_PATH=").add(Folder);
    return;
  }
  bool HasMissing = false;
  bool CallsStrings = false;
  const SeenObject *Part = nullptr;
  for (unsigned I = 0; I < Count; ++I) {
    const SeenObject &Object = Objects[I];
    HasMissing |= isMissing(Object);
    // Where libstdc++ was linked in, nothing tells which of it was called.
    const bool HasStrings =
        Object.CallsStrings ||
        (!Object.ImportsStrings && (Object.Referred & ALLOCSITE_SYSTEM_STRINGS));
    CallsStrings |= HasStrings && Object.Modules && !Object.RefersUnknown;
    if (callsOfOthers(Object))
      Part = &Object;
  }
  if (HasMissing) {
    unsigned Found = addObjects(To, Objects, Count,
                                [this](const SeenObject &Each) { return isMissing(Each); });
    To.add(Found == 1 ? ", and was" : ", and were");
    To.add(" not compiled with the pass: add -fpass-plugin= where ");
    To.add(Found == 1 ? "it is built" : "they are built");
    return;
  }
  if (Part) {
    To.add("part of ").add(Part->Path).add(" was not compiled with the pass, and calls ");
    addAllocators(To, callsOfOthers(*Part));
    To.add(": look for object files and static libraries that were built without "
           "-fpass-plugin=");
    return;
  }
  const bool IsBesideHeap = HeapBytes / 2 > Counted.Bytes + (UINT64_C(128) << 10);
  const bool IsFew =
      Counted.Allocations < 100 || (Counted.Rows < 10 && Counted.Allocations < 10000);
  // Strings are many where they are: a program that counts more has the odd file name in one.
  const bool MayBeMany = Counted.Allocations < 100000 || IsBesideHeap;
  if (CallsStrings && MayBeMany) {
    To.add("what std::string allocates in libstdc++ is not counted: compile with "
           "-std=c++20, or with -D_GLIBCXX_ASSERTIONS");
    return;
  }
  if (!IsFew && !IsBesideHeap)
    return;
  if (TakingModules && CallingModules) {
    To.number(uint64_t(CallingModules));
    To.add(CallingModules == 1 ? " file calls" : " files call");
    To.add(" through pointers what may be malloc, and that is not counted: "
           "allocsite discover proposes rules for such calls, which need -fplugin=");
    return;
  }
  auto IsOfSystem = [](const SeenObject &Each) {
    return Each.IsSystem && !Each.IsExecutable && Each.Called && !isLanguageRuntime(Each.Path);
  };
  bool HasLibraries = false;
  for (unsigned I = 0; I < Count; ++I)
    HasLibraries |= IsOfSystem(Objects[I]);
  if (!IsBesideHeap || !HasLibraries)
    return;
  To.add("most of the heap is not counted; ");
  uint32_t Found = addObjects(To, Objects, Count, IsOfSystem);
  To.add(Found == 1 ? " and is the system's: to see that, build it with the pass"
                    : " and are the system's: to see that, build them with the pass");
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
  if (!*Line)
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
  if (Interposed) {
    To.add(",\n \"allocator calls\":").number(Calls);
    To.add(",\n \"uncounted\":").number(Uncounted);
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
    if (Interposed && !Object.Modules)
      To.add(",\"uncounted\":").number(Object.Calls);
    To.add('}');
  }
  To.add("\n ]}\n");
  return To.cut() ? TextRef() : To.ref();
}

} // namespace allocsite
