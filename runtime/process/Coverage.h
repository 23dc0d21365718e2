//===- Coverage.h - What allocates and is not seen --------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile of everything says so: how many calls of allocators there were, how many of them
// were counted, and how many of those libraries have made (interpose/Through.h). Beside that, in
// one line, what helps most:
//
//   a library of the system was loaded though the program's own lies there
//   a part of the calls is of code of the program that was not compiled with the pass
//   a part of the calls has no known callers
//   what libraries allocate was not counted, and why
//
// Behind all that: whether stacks do not reach the beginning of their threads, or were not those
// of their contexts (count/Stacks.h).
//
// With whole=0 nothing is known of calls that were not counted. Then the loaded objects tell what
// else allocates: which allocators each imports, and, where binding is lazy, which of these it
// has called; and the modules what they refer to (AllocSiteModuleFlag). docs/coverage.md is for
// those who read the line.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_COVERAGE_H
#define ALLOCSITE_RUNTIME_PROCESS_COVERAGE_H

#include "count/Stacks.h"
#include "interpose/Through.h"
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
  bool IsSystem; // of the system, and not the user's to compile
  // Of its modules, from Coverage.cpp:
  uint32_t Modules;   // number of those that were registered
  uint32_t Referred;  // what they refer to
  bool RefersUnknown; // one does not tell what it refers to
  uint64_t Calls;     // of allocators, that no site counts but the object's
  uint64_t OwnCalls;  // of these, not by a library's functions that are linked into it
};

/// Fills up to Most of Objects, those that import an allocator, the
/// executable always and first. Returns how many. Takes the loader's lock.
///
/// Reads the relocations of each loaded object where the loader has left them in memory:
///
///   DT_RELA    addresses, as of variables that are set to malloc    : may be called
///   DT_JMPREL  functions that are called. Until the first call the
///              object's table holds an address of its own code      : is not called
unsigned readLoadedObjects(SeenObject *Objects, unsigned Most);

/// Where the system has its programs and libraries.
bool isSystemPath(const char *Path);
/// The libraries of C and C++, and of the compiler.
bool isLanguageRuntime(const char *Path);

/// What a profile holds, to be held against what is not in it.
struct SeenCounts {
  uint64_t Allocations = 0;
  // With isWhole, of the rows:
  uint64_t Calls = 0;          // of allocators of libc, C++ and Rust
  uint64_t OfLibraries = 0;    // of them: made by code without the pass
  uint64_t WithoutCallers = 0; // of those: without frames
  bool isWhole = false;
  StackSums Stacks = {};
};

/// As the CSV calls it: is it of SystemAllocators.h, or of Rust?
bool isSystemAllocator(TextRef Shown);

/// The loaded objects, at one moment. In pages of its own.
class Surroundings {
  static constexpr unsigned MostObjects = 64;
  SeenObject Objects[MostObjects];
  unsigned Count;
  char TwinPath[512];
  char Line[1024];
  char Json[MostObjects * 400];

  const SeenObject *findTwin(const char *Program);
  bool isMissing(const SeenObject &) const;
  uint32_t callsOfOthers(const SeenObject &) const;
  void describe(Text &To, const char *Program, const SeenCounts &Of);
  bool describeOwn(Text &To, uint64_t Calls) const;
  void describeParts(Text &To);
  static void describePartial(Text &To);
  static void describeStacks(Text &To, const StackSums &Of);
  void addModules(const LoadedModule *Loaded, uint32_t Count);

public:
  /// Looks at all loaded objects; null if memory is short. Takes the loader's lock. Do not
  /// call it under RuntimeLock: a thread in a callback of the loader holds the loader's lock
  /// and may wait for RuntimeLock. Nor in a forked child: the thread that held the loader's
  /// lock may not exist there.
  static Surroundings *take();
  static void release(Surroundings *);

  /// Adds calls that code of the object has made. Name: the last component of its path.
  /// `AreOfLibrary`: functions of a library, which the program called, have made them.
  void addCalls(TextRef Name, uint64_t Calls, bool AreOfLibrary);

  /// The line for people, without a prefix; empty where the profile is not short of
  /// anything that we know of. Program is the path that it was started by. Call once.
  TextRef describe(const char *Program, const SeenCounts &Counted, const LoadedModule *Loaded,
                   uint32_t ModuleCount);
  /// The numbers, that line and the objects as JSON, for the table `coverage`.
  TextRef json(const SeenCounts &Counted);
};

} // namespace allocsite

#endif
