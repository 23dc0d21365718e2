//===- Functions.h - Finds records of the same function ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each module has records of the functions that it defines and of those that it calls.
// Two records are one function
//   - in different modules: if neither is local and their symbols agree;
//   - in one module: if their symbols agree (foo and its local foo.part.0);
//   - if one is an alias of the other, or is the __real_f of an f that --wrap has replaced.
//
// A module is decoded when one of its records is needed. The counters of a process mostly
// belong to few modules: of the 321 in Subversion's `svn` a checkout needs 88, and
// `svn --version` 30. Another module may still define a function that the needed ones call;
// its keys (allocsite/Encoding.h) tell that without decoding it:
//
//   calls of `walk`, which ends in a jump to `visit`, in three modules
//
//     a: calls walk       needed: it has an id of the context
//     b: defines walk     decoded by seek(walk), as `walk` is not the function that allocates
//     c: defines visit    needed: it has the site
//
// No state of the process. Not thread-safe.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_FUNCTIONS_H
#define ALLOCSITE_PROFILE_FUNCTIONS_H

#include "Decode.h"
#include "Pages.h"

namespace allocsite {

class FunctionTable {
public:
  /// Identifies one record, or several with equal symbols. Two ids are one function if they
  /// have the same root().
  using Id = uint32_t;
  static constexpr Id None = 0;

  struct Function {
    uint64_t Symbol; // allocSiteSymbolHash
    TextRef Name;    // the name that frames show
    TextRef Family;  // the allocator whose entry it is, or empty
    uint32_t Scope;  // 0: global symbol; else local to module Scope - 1
    Id Parent;       // in a union-find forest; itself if it is a root
    bool IsRead;     // the modules that define its symbol were read
    bool IsSought;   // by seek()
    Id WrappedBy;    // __wrap_f of f, or None; set by seek(f)
    uint32_t Flags;  // in a root: of all ids that are the same function
  };

  /// Modules must outlive the table and everything that it returns. False if memory is
  /// short.
  bool load(const LoadedModule *Modules, uint32_t Count);

  /// The records of a module, decoded on first use; null if its bytes are damaged or memory
  /// is short.
  const ModuleTables *records(uint32_t Module);

  /// The records of a module that was decoded before; null otherwise.
  const ModuleTables *recordsReadOf(uint32_t Module) const {
    return Modules[Module].State == Module::Read ? &Modules[Module].Records : nullptr;
  }

  /// The id of a record of a module returned by records(); None if there is no such record.
  Id idOf(uint32_t Module, uint32_t Record) const;

  /// Decodes the modules that define a function of this symbol, so that its flags and its
  /// wrapper are known. Modules that define the same function under another name are not
  /// decoded for it.
  void seek(Id Function);

  Id root(Id Function);

  /// True if the code of `Frame`, which is of function `Its`, was inlined into `Holder`: the outermost
  /// frame is not of the physical function where that is of a library.
  bool isInlined(const AllocSiteFrame &Frame, Id Its, Id Holder) {
    return Frame.Outer || root(Its) != root(Holder);
  }

  /// Valid until the next records() or seek().
  const Function &operator[](Id Function) const { return Functions[Function]; }

  /// True if memory was short, so that answers may be incomplete.
  bool isIncomplete() const { return IsIncomplete; }

private:
  struct Module {
    enum { Unread, Damaged, Read } State;
    ModuleTables Records;
    uint32_t FirstId; // index in Ids of its first function
  };
  /// One key of one module. Those in the same bucket of FirstDefinition are linked.
  struct Definition {
    uint16_t Key;
    uint32_t Module;
    uint32_t Next; // index + 1; 0: none
  };
  struct Wrapper {
    uint64_t Symbol; // of the wrapped function
    Id By;
  };
  /// Hashes of a string: as a symbol (0: not computed yet), and if it is `__wrap_f`, of `f`
  /// (else 0).
  struct Hashes {
    uint64_t Symbol, Wrapped;
  };

  const LoadedModule *Loaded = nullptr;
  PageArray<Module> Modules;
  PageArray<Function> Functions;
  PageArray<Id> Ids; // one for each function record that was read
  PageIndex BySymbol;
  PageArray<Hashes> OfStrings; // of the module that is being read
  PageArray<Wrapper> Wrappers;
  PageIndex WrappersBySymbol;
  TextArena Arena; // Records point into it: taken in whole words, so that all are aligned
  PageArray<Definition> Definitions;
  PageArray<uint32_t> FirstDefinition; // by low bits of the key: index + 1; 0: none
  bool IsIncomplete = false;

  Id find(uint32_t Scope, uint64_t Symbol) const;
  Id intern(uint32_t Scope, uint64_t Symbol);
  const Hashes &hashesOf(const ModuleTables &Records, uint32_t String);
  bool isInstrumented(Id Function);
  /// The first wrapper that was found, or None.
  Id wrapperOf(uint64_t Symbol) const;
  bool addWrapper(uint64_t Symbol, Id By);
  void join(Id Part, Id Whole);
  bool read(uint32_t Module);
  bool nameFunctions(uint32_t Module);
  bool indexDefinitions();
  void readDefiners(uint64_t Symbol);
  void seekSymbol(Id Function);
};

} // namespace allocsite

#endif
