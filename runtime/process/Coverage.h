//===- Coverage.h - What allocates and is not seen --------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An almost empty profile is right about what was compiled with the pass, and useless. At
// exit the loaded objects tell what else allocates: which allocators each imports, and,
// where binding is lazy, which of these it has called. Beside what the modules say of
// themselves (AllocSiteModuleFlag) that gives one line, about what helps most:
//
//   a library of the system was loaded though the program's own lies there
//   an object of the program has no module: it was not compiled with the pass
//   an object imports an allocator that none of its modules refers to: a part was not
//   few allocations, and std::string is called in libstdc++.so
//   few allocations, and modules call allocators through pointers
//   few bytes beside the heap, and libraries of the system allocate
//
// Where liballocsite-uncounted.so was preloaded, the line begins with how many calls of
// allocators are not counted, and whose they are:
//
//     calls seen of an object without modules                           are the object's
//     all calls seen, less these, less what the sites have counted      are of parts
//                                                                       of other objects
//
// A site's call may come from a gate of the runtime (Gates.h), which lies in another object:
// objects with modules are not told apart by what was seen of each.
//
// Behind all that: whether stacks do not reach the beginning of their threads, or were not those
// of their contexts (count/Stacks.h).
//
// The last three are said only where the profile shows little. docs/coverage.md is for
// those who read the line.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_COVERAGE_H
#define ALLOCSITE_RUNTIME_PROCESS_COVERAGE_H

#include "allocsite/Interposed.h"
#include "count/Stacks.h"
#include "profile/Decode.h"
#include "profile/Text.h"

namespace allocsite {

/// A loaded object that allocates by functions that it imports.
struct SeenObject {
  char Path[256]; // as it was loaded; the end of a longer one
  uintptr_t Begin, End;
  uint32_t Imports; // of SystemAllocators.h, a bit each
  uint32_t Called;  // of them; those of which that is not known are among them
  bool IsExecutable;
  bool IsSystem;       // of the system, and not the user's to compile
  bool ImportsStrings; // of libstdc++.so, where that allocates
  bool CallsStrings;   // has called them
  // Of its modules, from Coverage.cpp:
  uint32_t Modules;   // number of those that were registered
  uint32_t Referred;  // what they refer to
  bool RefersUnknown; // one does not tell what it refers to
  uint64_t Calls;     // of allocators, where a preloaded library sees them
};

/// Fills up to Most of Objects, those that import an allocator or call std::string, the
/// executable always and first. Returns how many. Takes the loader's lock.
/// Interposed: what the preloaded library has seen (Interposed.h), or null.
///
/// Reads the relocations of each loaded object where the loader has left them in memory:
///
///   DT_RELA    addresses, as of variables that are set to malloc    : may be called
///   DT_JMPREL  functions that are called. Until the first call the
///              object's table holds an address of its own code      : is not called
unsigned readLoadedObjects(SeenObject *Objects, unsigned Most,
                           const AllocSiteInterposed *&Interposed);

/// The last component.
TextRef lastPart(const char *Path);
/// Where the system has its programs and libraries.
bool isSystemPath(const char *Path);
/// The libraries of C and C++, and of the compiler.
bool isLanguageRuntime(const char *Path);

/// What a profile holds, to be held against what is not in it.
struct SeenCounts {
  uint64_t Allocations, Rows, Bytes;
  uint64_t OfSystem; // of Allocations: calls of SystemAllocators.h. Only if seesCalls()
  StackSums Stacks;
};

/// As the CSV calls it: is it of SystemAllocators.h?
bool isSystemAllocator(TextRef Shown);

/// The loaded objects, at one moment. In pages of its own.
class Surroundings {
  static constexpr unsigned MostObjects = 64;
  SeenObject Objects[MostObjects];
  unsigned Count;
  uint64_t HeapBytes;
  uint32_t TakingModules, CallingModules; // addresses, through pointers
  const AllocSiteInterposed *Interposed;
  uint64_t Calls, Uncounted; // that it has seen; of them
  char TwinPath[512];
  char Line[1024];
  char Json[MostObjects * 400];

  const SeenObject *findTwin(const char *Program);
  bool isMissing(const SeenObject &) const;
  uint32_t callsOfOthers(const SeenObject &) const;
  void describe(Text &To, const char *Program, const SeenCounts &Counted);
  void addCalls(uint64_t Counted);
  void describeUncounted(Text &To, uint64_t Counted) const;
  static void describeStacks(Text &To, const StackSums &Of);
  void addModules(const LoadedModule *Loaded, uint32_t Count);

public:
  /// Looks at all loaded objects; null if memory is short. Takes the loader's lock. Do not
  /// call it under RuntimeLock: a thread in a callback of the loader holds the loader's lock
  /// and may wait for RuntimeLock. Nor in a forked child: the thread that held the loader's
  /// lock may not exist there.
  static Surroundings *take();
  static void release(Surroundings *);

  /// Were all calls of allocators seen, as far as the program has none of its own?
  bool seesCalls() const { return Interposed; }

  /// Where the program's heap begins, before it allocates. Call once, at start-up.
  static void rememberHeap();

  /// The line for people, without a prefix; empty where the profile is not short of
  /// anything that we know of. Program is the path that it was started by. Call once.
  TextRef describe(const char *Program, const SeenCounts &Counted, const LoadedModule *Loaded,
                   uint32_t ModuleCount);
  /// That line and the objects as JSON, for the table `coverage`. Empty where the line is.
  TextRef json(const SeenCounts &Counted);
};

} // namespace allocsite

#endif
