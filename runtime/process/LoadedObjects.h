//===- LoadedObjects.h - What the loaded objects import ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the relocations of each loaded object where the loader has left them in memory:
//
//   DT_RELA    addresses, as of variables that are set to malloc    : may be called
//   DT_JMPREL  functions that are called. Until the first call the
//              object's table holds an address of its own code      : is not called
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_LOADEDOBJECTS_H
#define ALLOCSITE_RUNTIME_PROCESS_LOADEDOBJECTS_H

#include "allocsite/Interposed.h"
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
unsigned readLoadedObjects(SeenObject *Objects, unsigned Most,
                           const AllocSiteInterposed *&Interposed);

/// The last component.
TextRef lastPart(const char *Path);
/// Where the system has its programs and libraries.
bool isSystemPath(const char *Path);
/// The libraries of C and C++, and of the compiler.
bool isLanguageRuntime(const char *Path);

} // namespace allocsite

#endif
